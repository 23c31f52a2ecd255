import { modeConflicts } from '../draft/mode-conflicts.ts';
import type { Mode } from '../draft/modes.ts';
import type { Recording } from './recording.ts';

/** What prevents something: a recording by how far it is, files on their way, the draft's note, or a mode. */
export type Refusal = Exclude<Recording, false> | 'oneNote' | 'secureNote' | Mode;

const sentences: Partial<Record<string, string>> = {
  ...modeConflicts,
  uploading: 'Some files are still uploading. Please wait until all uploads are complete.',
  failed: 'Your voice note wasn’t uploaded. Try again, or cancel the recording, before sending.',
  oneNote: 'Send or remove your voice note before recording another.',
};

/** Why a message is not sent yet (B5.19, B5.20), no voice note is recorded, or a mode is not changed. */
export const refusalOf = (why: Refusal): string =>
  sentences[String(why)] ?? 'Please end your recording before sending.';
