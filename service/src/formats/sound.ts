import { mp4Seconds } from './mp4.ts';
import type { VoiceNote } from '../ports/transcription.ts';
import { measureWebm } from './webm.ts';

export interface Sound {
  readonly type: VoiceNote['type'];
  /** Undefined if the recording does not contain it. */
  readonly seconds?: number | undefined;
  /** Audio bytes per second, without the container. */
  readonly rate?: number | undefined;
}

const isWebm = (bytes: Buffer): boolean =>
  bytes.readUInt32BE(0) === 0x1a45dfa3 && bytes.subarray(0, 64).includes('webm', 0, 'latin1');
const isMp4 = (bytes: Buffer): boolean => bytes.toString('latin1', 4, 8) === 'ftyp';

/** The format of a recording, by its content; undefined if it is neither WebM nor MP4. */
export const soundOf = (content: Uint8Array): Sound | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes.length < 12) return undefined;
  if (isWebm(bytes)) return { type: 'audio/webm', ...measureWebm(bytes) };
  if (isMp4(bytes)) return { type: 'audio/mp4', seconds: mp4Seconds(bytes) };
  return undefined;
};
