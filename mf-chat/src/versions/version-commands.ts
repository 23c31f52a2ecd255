import { isId } from '@atrium/shared-kernel/contracts/id';
import type { Behavior } from '@atrium/shared-kernel/remote';
import type { Draft } from '../draft/draft.ts';
import { type Modes, noModes } from '../draft/modes.ts';
import type { ChatRemote } from '../remote.ts';
import type { LiveMessage } from '../reply/reply.ts';
import type { SendResult } from '../thread/send.ts';
import type { Thread } from '../thread/thread.ts';
import { attemptOf, type EditStore } from './edit-store.ts';
import { editedId, type Versioned, versionOf } from './version-of.ts';

export type Direction = 'previous' | 'next';

export interface NavigationStep {
  readonly messageId: string;
  readonly of: Versioned;
  readonly direction: Direction;
}

/** What versions need from the thread. */
export interface VersionedThread {
  readonly thread$: Behavior<Thread>;
  /** Sends a draft. With `replaces` it replaces that message, which stays as another version. */
  readonly send: (draft: Draft, replaces?: string) => Promise<SendResult>;
  /** Shows the branch of a version. Resolves with whether that worked. */
  readonly select: (messageId: string) => Promise<boolean>;
}

export interface VersionCommands {
  /** Sends the edited prompt as another version. If that fails, the text stays. */
  readonly save: (message: LiveMessage) => Promise<void>;
  /** Sends the same prompt again, as another version. `model` then becomes the chat's model. */
  readonly regenerate: (message: LiveMessage, model?: string) => Promise<void>;
  /**
   * Sends a draft that refers to a message, or replaces the one that `replaces` names. Resolves with whether it was
   * accepted.
   */
  readonly send: (message: LiveMessage, draft: Omit<Draft, 'sendId'>, replaces?: string) => Promise<boolean>;
  readonly navigate: (message: LiveMessage, of: Versioned, direction: Direction) => Promise<void>;
}

/** The modes of the original question. For a message from before modes were stored, an image tells. */
const modesOf = ({ mode, assistantFileType: type }: LiveMessage): Modes => ({
  ...noModes,
  research: mode === 'research',
  image: mode === 'image' || (mode === undefined && type?.startsWith('image') === true),
});

interface VersionParts extends Pick<EditStore, 'edits$' | 'attempts' | 'put' | 'uncertain'> {
  readonly remote: Pick<ChatRemote, 'online$'>;
  readonly thread: VersionedThread;
  readonly busy$: Behavior<boolean>;
  readonly onNavigated: (step: NavigationStep) => void;
  readonly onReplaced: () => void;
  /** Reports that there is no connection. */
  readonly refuse: () => void;
}

/** Sends prompts again as other versions, and navigates between versions. */
export const createVersionCommands = ({
  remote: { online$ },
  thread,
  edits$,
  attempts,
  busy$,
  onNavigated,
  onReplaced,
  put,
  uncertain,
  refuse,
}: VersionParts): VersionCommands => {
  /** As `attempts`, for what is not an edit: who comes back to the screen and asks again wants another answer. */
  const unedited = new Map<string, string>();
  const sendAs = async (
    ids: Map<string, string>,
    message: LiveMessage,
    ...[draft, replaces]: [Omit<Draft, 'sendId'>, string?]
  ): Promise<boolean> => {
    if (busy$.value || !isId(message._id)) return false;
    if (!online$.value) {
      refuse();
      return false;
    }
    const attempt = attemptOf(message._id, draft.text, draft.model);
    // Known in advance, because the page may end before the answer.
    const sendId = ids.get(attempt) ?? crypto.randomUUID();
    ids.set(attempt, sendId);
    const { accepted } = await thread.send({ ...draft, sendId }, replaces);
    if (!accepted) return false;
    ids.delete(attempt);
    onReplaced();
    return true;
  };

  const replace = (
    ids: Map<string, string>,
    message: LiveMessage,
    { text, model }: { readonly text: string; readonly model?: string | undefined },
  ): Promise<boolean> => {
    const same = text === message.prompt;
    const draft = {
      text,
      files: message.userFiles,
      modes: modesOf(message),
      ...(model === undefined ? {} : { model }),
      // A changed text no longer matches the recording.
      ...(same && message.voiceNote !== undefined ? { voiceNote: message.voiceNote } : {}),
    };
    return sendAs(ids, message, draft, message._id);
  };

  return {
    async save(message) {
      const editing = editedId(message, edits$.value);
      const text = editing === undefined ? undefined : edits$.value.get(editing);
      if (editing === undefined || text === undefined || (text.trim() === '' && message.userFiles.length === 0)) return;
      if (await replace(attempts, message, { text })) put(editing, undefined);
      // The connection may have been lost after the service had it. Then it arrives as a version with this text.
      else if (edits$.value.get(editing) === text) uncertain.add(editing);
    },
    async regenerate(message, model) {
      await replace(unedited, message, { text: message.prompt, model });
    },
    send: (...sent) => sendAs(unedited, ...sent),
    async navigate(message, of, direction) {
      const messageId = versionOf(message, of)?.[direction];
      if (messageId === undefined || busy$.value) return;
      onNavigated({ messageId, of, direction });
      if (!(await thread.select(messageId))) onNavigated({ messageId: message._id, of, direction });
    },
  };
};
