import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { soundOf } from '../../formats/sound.ts';
import { keyOf, objectUrl } from '../../ports/objects.ts';
import type { Parts } from '../parts.ts';
import { storable } from '../text.ts';
import { mayRead } from './references.ts';
import { DomainError } from '../domain-error.ts';

/** Bytes of a note: what providers take. */
const noteMost = 25 * 1024 * 1024;

export interface TranscribedNote {
  /** The object's path. */
  readonly url: string;
  readonly words: string;
}

interface HearingLog {
  warn(details: object, message: string): void;
}

/**
 * The words of a voice note. Throws 400 with the code `voice-off` where nobody writes them down here, 403 where it is not the user's, 400 where nobody speaks in it, 413 where it is too
 * long, 415 where it is no recording, and 502 where the provider fails.
 */
export const transcribeNote = async (
  { database, objects, transcription }: Pick<Parts, 'database' | 'objects' | 'transcription'>,
  userId: string,
  named: string,
  log: HearingLog,
): Promise<TranscribedNote> => {
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
  const words = await transcription
    .transcribe({ content: new Uint8Array(content), type: sound.type })
    .catch((error: unknown) => {
      log.warn({ err: error }, 'A voice note was not written down.');
      throw new DomainError('transcription-failed');
    });
  const text = storable(words).trim();
  if (text === '') throw new DomainError('no-speech');
  // Players trust the type that the recording is served with.
  await objects.revise(key, { name: basename(key), type: sound.type });
  return { url: objectUrl(key), words: text };
};
