import { isId } from '@atrium/shared-kernel/contracts/id';
import type { BehaviorSubject } from 'rxjs';
import { type Modes, noModes } from '../draft/modes.ts';
import type { ChatRemote } from '../remote.ts';
import type { LiveMessage } from '../reply/reply.ts';
import { editedId, versionOf } from './version-of.ts';
import type { VersionedThread, VersionsModel, NavigationStep } from './versions.model.ts';

/** The modes of the original question. For a message from before modes were stored, an image tells. */
const modesOf = ({ mode, assistantFileType: type }: LiveMessage): Modes => ({
  ...noModes,
  research: mode === 'research',
  image: mode === 'image' || (mode === undefined && type?.startsWith('image') === true),
});

export type VersionCommands = Pick<VersionsModel, 'save' | 'regenerate' | 'send' | 'navigate'>;

interface VersionParts {
  readonly remote: Pick<ChatRemote, 'online$'>;
  readonly thread: VersionedThread;
  readonly edits$: VersionsModel['edits$'];
  readonly busy$: VersionsModel['busy$'];
  readonly navigated$: BehaviorSubject<NavigationStep | undefined>;
  readonly replaced$: BehaviorSubject<number>;
  /** Sets the text of a prompt that is being edited. Undefined ends the editing. */
  readonly put: (messageId: string, text: string | undefined) => void;
  /** Reports that there is no connection. */
  readonly refuse: () => void;
}

/** Sends prompts again as other versions, and navigates between versions. */
export const createVersionCommands = ({
  remote: { online$ },
  thread,
  edits$,
  busy$,
  navigated$,
  replaced$,
  put,
  refuse,
}: VersionParts): VersionCommands => {
  /** Ids of sends that were not accepted, by content, so that a retry creates no second version. */
  const attempts = new Map<string, string>();

  const send: VersionCommands['send'] = async (message, draft, replaces) => {
    if (busy$.value || !isId(message._id)) return false;
    if (!online$.value) {
      refuse();
      return false;
    }
    const attempt = `${message._id} ${draft.model ?? ''} ${draft.text}`;
    const result = await thread.send({ ...draft, sendId: attempts.get(attempt) }, replaces);
    if (!result.accepted) {
      attempts.set(attempt, result.sendId);
      return false;
    }
    attempts.delete(attempt);
    replaced$.next(replaced$.value + 1);
    return true;
  };

  const replace = (message: LiveMessage, text: string, model?: string): Promise<boolean> => {
    const same = text === message.prompt;
    const draft = {
      text,
      files: message.userFiles,
      modes: modesOf(message),
      ...(model === undefined ? {} : { model }),
      // A changed text no longer matches the recording.
      ...(same && message.voiceNote !== undefined ? { voiceNote: message.voiceNote } : {}),
    };
    return send(message, draft, message._id);
  };

  return {
    async save(message) {
      const editing = editedId(message, edits$.value);
      const text = editing === undefined ? undefined : edits$.value.get(editing);
      if (editing === undefined || text === undefined || (text.trim() === '' && message.userFiles.length === 0)) return;
      if (await replace(message, text)) put(editing, undefined);
    },
    async regenerate(message, model) {
      await replace(message, message.prompt, model);
    },
    send,
    async navigate(message, of, direction) {
      const messageId = versionOf(message, of)?.[direction];
      if (messageId === undefined || busy$.value) return;
      navigated$.next({ messageId, of, direction });
      if (!(await thread.select(messageId))) navigated$.next({ messageId: message._id, of, direction });
    },
  };
};
