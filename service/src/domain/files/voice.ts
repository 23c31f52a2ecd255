import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { voiceNote } from '@atrium/shared-kernel/contracts/constants';
import { soundOf } from '../../formats/sound.ts';
import { keyOf, objectUrl } from '../../ports/objects.ts';
import type { WarnLog } from '../../log.ts';
import type { Parts } from '../parts.ts';
import { storable } from '../text.ts';
import { noAmounts } from '../usage/amounts.ts';
import { runSideRequest } from '../usage/side-request.ts';
import { mayRead } from './references.ts';
import { DomainError } from '../domain-error.ts';

/** The time limit for one note, in milliseconds. */
const timeout = 120_000;
/** Bytes per second of speech: the lowest, the usual, and the highest rate. */
const rates = { least: 500, usual: 4000, most: 32_000 } as const;

/**
 * The duration of a recording in seconds: as declared, but limited by its size, because a declared length may be
 * forged.
 */
const secondsOf = (bytes: number, declared = bytes / rates.usual): number =>
  Math.min(bytes / rates.least, Math.max(bytes / rates.most, declared));

export interface TranscribedNote {
  /** The object's path. */
  readonly url: string;
  readonly words: string;
}

/**
 * Transcribes a voice note. Fails with `voice-off` if transcription is not set up, with `not-your-file` if the user may
 * not read the note, and if a budget is used up, if the note contains no speech, is too long or no recording, or if the
 * provider fails.
 */
export const transcribeNote = async (
  services: Pick<Parts, 'database' | 'objects' | 'transcription' | 'now' | 'config' | 'catalog'>,
  userId: string,
  noteUrl: string,
  log: WarnLog,
): Promise<TranscribedNote> => {
  const { database, objects, transcription } = services;
  if (!transcription) throw new DomainError('voice-off');
  const key = keyOf(noteUrl);
  if (!key || !(await mayRead(database.db, userId, key))) throw new DomainError('not-your-file');
  const stored = await objects.read(key);
  if (!stored) throw new DomainError('voice-note-not-uploaded');
  if (stored.size > voiceNote.max) {
    stored.content.destroy();
    throw new DomainError('voice-note-too-long');
  }
  const content = await buffer(stored.content);
  if (content.length === 0) throw new DomainError('no-speech');
  const sound = soundOf(content);
  if (!sound) throw new DomainError('voice-note-unreadable');
  const note = { content: new Uint8Array(content), type: sound.type };
  const { entry: model } = transcription;
  const sideRequest = { user: userId, purpose: 'transcription', timeout, log } as const;
  const requested = { ...noAmounts, seconds: secondsOf(content.length, sound.seconds) };
  const words = await (
    model
      ? runSideRequest(services, { ...sideRequest, model, requested }, (signal, report) =>
          // Usage that is not reported in tokens counts by the length of the note.
          transcription.transcribe(note, signal, (used) => report({ seconds: requested.seconds, ...used })),
        )
      : transcription.transcribe(note)
  ).catch((error: unknown) => {
    if (error instanceof DomainError) throw error;
    log.warn({ err: error }, 'A voice note could not be transcribed.');
    throw new DomainError('transcription-failed');
  });
  const text = storable(words).trim();
  if (text === '') throw new DomainError('no-speech');
  // Players rely on the type that the recording is served with.
  await objects.revise(key, { name: basename(key), type: sound.type });
  return { url: objectUrl(key), words: text };
};
