import { type UserFile, userFile } from '@atrium/shared-kernel/contracts/entities/chat';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import type { Modes } from './modes.ts';
import { noModes } from './modes.ts';

/** An unsent message (B4.01, B4.15). */
export interface Draft {
  readonly text: string;
  /** In the order in which they were added. A file without a `url` is still uploading. */
  readonly files: readonly UserFile[];
  readonly modes: Modes;
  /** URL of the recorded voice note. */
  readonly voiceNote?: string | undefined;
  /** Id of the model that was chosen for this message. */
  readonly model?: string | undefined;
  /** Identifies the send that failed and gave this draft back. Sent again unchanged, it counts as the same send. */
  readonly sendId?: string | undefined;
}

/** A draft that was taken out of the composer to be sent. */
export interface DetachedDraft {
  /** With the id of the send, by which the service knows it if it is sent again. */
  readonly draft: Draft;
  /** Call once it needs not outlive the page any more: it was accepted, or is kept elsewhere. */
  readonly release: () => void;
  /**
   * Puts an unsent draft back into its chat, whichever chat is on the screen by then, before what was written since.
   * False if they do not make one message.
   */
  readonly restore: (unsent: Draft) => boolean;
}

export const emptyDraft: Draft = { text: '', files: [], modes: noModes };

/** Whether there is nothing to send: no text, no file and no voice note. */
export const isBlank = ({ text, files, voiceNote }: Draft): boolean =>
  text.trim() === '' && files.length === 0 && voiceNote === undefined;

export const isUploading = ({ files }: Draft): boolean => files.some(({ url }) => url === undefined);

/** The uploaded files as the service accepts them, without what only this browser knows. */
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

/** What chat titles and prompt help need to know about the files. */
export const fileMetadata = (files: readonly UserFile[]): { name: string; type: string }[] =>
  files.map(({ name, type }) => ({ name: name.slice(0, 255), type: type.slice(0, 127) }));

/** Serializes a draft for storage. Undefined if it is blank. Files that are still uploading cannot be stored. */
export const storedDraft = (draft: Draft): string | undefined => {
  const { text, files, modes, voiceNote, model, sendId } = draft;
  if (text === '' && !model && isBlank(draft) && !Object.values(modes).includes(true)) return undefined;
  const notes = new Map(files.map(({ _id, note }) => [_id, note]));
  const stored = sentFiles(files).map((file) => ({ ...file, note: notes.get(file._id) }));
  return JSON.stringify({ text, files: stored, modes, voiceNote, model, sendId });
};

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Reads a stored draft and leaves out what is not valid. */
export const parseDraft = (stored: string | undefined): Draft => {
  if (stored === undefined) return emptyDraft;
  try {
    const { text, files, modes, voiceNote, model, sendId }: Record<string, unknown> = JSON.parse(stored);
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

/** Whether two drafts make one: a draft has one voice note. */
export const canMerge = (unsent: Draft, current: Draft): boolean =>
  unsent.voiceNote === undefined || current.voiceNote === undefined;

/**
 * Merges a draft that could not be sent with what was written since, so that neither is lost. That is another message,
 * and a secure one if either was to be secure.
 */
export const mergeDrafts = (unsent: Draft, current: Draft): Draft => {
  const { modes } = current.modes.secure ? current : unsent;
  if (isBlank(current)) return { ...unsent, modes };
  return {
    text: [unsent.text, current.text].filter((text) => text.trim() !== '').join('\n\n'),
    files: [...unsent.files, ...current.files],
    modes,
    voiceNote: current.voiceNote ?? unsent.voiceNote,
    model: current.model ?? unsent.model,
  };
};

/** Puts an unsent draft before the current one. False if they do not make one message. */
export const restoreBefore = (unsent: Draft, current: Draft, put: (merged: Draft) => void): boolean => {
  const merges = canMerge(unsent, current);
  if (merges) put(mergeDrafts(unsent, current));
  return merges;
};
