import { type UserFile, userFile } from '@atrium/shared-kernel/contracts/entities/chat';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import type { Modes } from './modes.ts';
import { noModes } from './modes.ts';

/** What is written and not sent (B4.01, B4.15). */
export interface Draft {
  readonly text: string;
  /** In the order in which they were added; a file without a `url` is still on its way. */
  readonly files: readonly UserFile[];
  readonly modes: Modes;
  /** Where a recorded note was stored. */
  readonly voiceNote?: string | undefined;
  /** The id of the model that was chosen with it. */
  readonly model?: string | undefined;
  /** Names the send that gave this draft back: sent again unchanged, it is the same send. */
  readonly sendId?: string | undefined;
}

export const emptyDraft: Draft = { text: '', files: [], modes: noModes };

/** Nothing to send: no letters, no file, no voice note. */
export const isBlank = ({ text, files, voiceNote }: Draft): boolean =>
  text.trim() === '' && files.length === 0 && voiceNote === undefined;

export const isUploading = ({ files }: Draft): boolean => files.some(({ url }) => url === undefined);

/** Files as the service takes them: complete, without what only this browser knows. */
export const sentFiles = (files: readonly UserFile[]): UserFile[] =>
  files
    .filter(({ url }) => url !== undefined)
    .map(({ _id, name, originalName, type, url, aspectRatio, size }) => ({
      _id,
      name,
      originalName,
      type,
      url,
      aspectRatio,
      size,
    }));

/** What of the files tells their chat's title and the prompt help something. */
export const fileMetadata = (files: readonly UserFile[]): { name: string; type: string }[] =>
  files.map(({ name, type }) => ({ name: name.slice(0, 255), type: type.slice(0, 127) }));

/** A draft as text for the storage; undefined where it is blank. Files that are still uploading cannot be stored. */
export const storedDraft = (draft: Draft): string | undefined => {
  const { text, files, modes, voiceNote, model, sendId } = draft;
  if (text === '' && !model && isBlank(draft) && !Object.values(modes).includes(true)) return undefined;
  const notes = new Map(files.map(({ _id, note }) => [_id, note]));
  const stored = sentFiles(files).map((file) => ({ ...file, note: notes.get(file._id) }));
  return JSON.stringify({ text, files: stored, modes, voiceNote, model, sendId });
};

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Reads a stored draft and leaves out what is not valid. */
export const parseDraft = (kept: string | undefined): Draft => {
  if (kept === undefined) return emptyDraft;
  try {
    const { text, files, modes, voiceNote, model, sendId }: Record<string, unknown> = JSON.parse(kept);
    const { research, image, secure }: Record<string, unknown> = Object(modes);
    const read = Array.isArray(files) ? files.map((one) => schemaFor(userFile).safeParse(one)) : [];
    return {
      text: textIn(text) ?? '',
      files: read.flatMap((one) => (one.success ? [one.data] : [])),
      modes: { research: research === true, image: image === true, secure: secure === true },
      voiceNote: textIn(voiceNote),
      model: textIn(model),
      sendId: textIn(sendId),
    };
  } catch {
    return emptyDraft;
  }
};

/** A draft that was not taken, together with what was written since: nothing of either is lost. */
export const joined = (given: Draft, now: Draft): Draft => {
  if (isBlank(now)) return given;
  return {
    text: [given.text, now.text].filter((text) => text.trim() !== '').join('\n\n'),
    files: [...given.files, ...now.files],
    modes: given.modes,
    voiceNote: now.voiceNote ?? given.voiceNote,
    model: now.model ?? given.model,
  };
};
