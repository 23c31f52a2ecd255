import { isId } from '@atrium/shared-kernel/contracts/id';
import type { BehaviorSubject } from 'rxjs';
import { type Modes, noModes } from '../draft/modes.ts';
import type { ChatRemote } from '../remote.ts';
import type { LiveMessage } from '../reply/reply.ts';
import { versionOf } from './version-of.ts';
import type { VersionedThread, VersionsModel, Walk } from './versions.model.ts';

/** Asked again as it was asked before; of a message from before that was stored, a picture tells. */
const modesOf = ({ mode, assistantFileType: type }: LiveMessage): Modes => ({
  ...noModes,
  research: mode === 'research',
  image: mode === 'image' || (mode === undefined && type?.startsWith('image') === true),
});

export type VersionCommands = Pick<VersionsModel, 'save' | 'regenerate' | 'send' | 'walk'>;

interface VersionParts {
  readonly remote: Pick<ChatRemote, 'online$'>;
  readonly thread: VersionedThread;
  readonly edits$: VersionsModel['edits$'];
  readonly busy$: VersionsModel['busy$'];
  readonly walked$: BehaviorSubject<Walk | undefined>;
  readonly replaced$: BehaviorSubject<number>;
  /** Sets the text of a prompt that is being edited; undefined ends the editing. */
  readonly put: (messageId: string, text: string | undefined) => void;
  /** Says that there is no connection. */
  readonly refuse: () => void;
}

/** Sends prompts and answers again as other versions, and walks among these. */
export const createVersionCommands = ({
  remote: { online$ },
  thread,
  edits$,
  busy$,
  walked$,
  replaced$,
  put,
  refuse,
}: VersionParts): VersionCommands => {
  /** Names of sends that were not accepted, by what they say: tried again they make no second version. */
  const attempts = new Map<string, string>();

  const send: VersionCommands['send'] = async (message, draft, replaces) => {
    if (busy$.value || !isId(message._id)) return false;
    if (!online$.value) {
      refuse();
      return false;
    }
    const attempt = `${message._id} ${draft.model ?? ''} ${draft.text}`;
    const result = await thread.send({ ...draft, sendId: attempts.get(attempt) }, replaces);
    if (!result.taken) {
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
      // Other words than those that were spoken do not belong to the recording.
      ...(same && message.voiceNote !== undefined ? { voiceNote: message.voiceNote } : {}),
    };
    return send(message, draft, message._id);
  };

  return {
    async save(message) {
      const text = edits$.value.get(message._id);
      if (text === undefined || (text.trim() === '' && message.userFiles.length === 0)) return;
      if (await replace(message, text)) put(message._id, undefined);
    },
    async regenerate(message, model) {
      await replace(message, message.prompt, model);
    },
    send,
    async walk(message, of, direction) {
      const messageId = versionOf(message, of)?.[direction];
      if (messageId === undefined || busy$.value) return;
      walked$.next({ messageId, of, direction });
      if (!(await thread.select(messageId))) walked$.next({ messageId: message._id, of, direction });
    },
  };
};
