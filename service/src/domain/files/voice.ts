import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { soundOf } from '../../formats/sound.ts';
import { keyOf, objectUrl } from '../../ports/objects.ts';
import type { WarnLog } from '../../log.ts';
import type { Parts } from '../parts.ts';
import { storable } from '../text.ts';
import { noAmounts } from '../usage/amounts.ts';
import { countedSideRequest } from '../usage/side-request.ts';
import { mayRead } from './references.ts';
import { DomainError } from '../domain-error.ts';

/** The most bytes of a note that providers accept. */
const noteMost = 25 * 1024 * 1024;
/** Milliseconds that a model has for a note. */
const patience = 120_000;
/** Bytes of a second of speech: at least, usually, and at most. */
const rates = { least: 500, usual: 4000, most: 32_000 } as const;

/** The seconds that a recording declares, limited by its bytes, because a declared length may be forged. */
const secondsOf = (bytes: number, said = bytes / rates.usual): number =>
  Math.min(bytes / rates.least, Math.max(bytes / rates.most, said));

export interface TranscribedNote {
  /** The object's path. */
  readonly url: string;
  readonly words: string;
}

/**
 * The words of a voice note. Throws 400 with the code `voice-off` where nobody writes them down here, 403 where it is not the user's, 400 where nobody speaks in it, 403 where a budget is used up, 413 where it is too
 * long, 415 where it is no recording, and 502 where the provider fails.
 */
export const transcribeNote = async (
  services: Pick<Parts, 'database' | 'objects' | 'transcription' | 'now' | 'config' | 'catalog'>,
  userId: string,
  named: string,
  log: WarnLog,
): Promise<TranscribedNote> => {
  const { database, objects, transcription } = services;
  if (!transcription) throw new DomainError('voice-off');
  const key = keyOf(named);
  if (!key || !(await mayRead(database.db, userId, key))) throw new DomainError('not-your-file');
  const stored = await objects.read(key);
  if (!stored) throw new DomainError('voice-note-not-uploaded');
  if (stored.size > noteMost) {
    stored.content.destroy();
    throw new DomainError('voice-note-too-long');
  }
  const content = await buffer(stored.content);
  if (content.length === 0) throw new DomainError('no-speech');
  const sound = soundOf(content);
  if (!sound) throw new DomainError('voice-note-unreadable');
  const note = { content: new Uint8Array(content), type: sound.type };
  const { entry: model } = transcription;
  const sideRequest = { user: userId, purpose: 'transcription', patience, log } as const;
  const asked = { ...noAmounts, seconds: secondsOf(content.length, sound.seconds) };
  const words = await (
    model
      ? countedSideRequest(services, { ...sideRequest, model, asked }, (signal, report) =>
          // What is not reported in tokens is counted by the length of the note.
          transcription.transcribe(note, signal, (used) => report({ seconds: asked.seconds, ...used })),
        )
      : transcription.transcribe(note)
  ).catch((error: unknown) => {
    if (error instanceof DomainError) throw error;
    log.warn({ err: error }, 'A voice note was not written down.');
    throw new DomainError('transcription-failed');
  });
  const text = storable(words).trim();
  if (text === '') throw new DomainError('no-speech');
  // Players trust the type that the recording is served with.
  await objects.revise(key, { name: basename(key), type: sound.type });
  return { url: objectUrl(key), words: text };
};
