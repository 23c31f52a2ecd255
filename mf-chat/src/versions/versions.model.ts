import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { BehaviorSubject, distinctUntilChanged, map } from 'rxjs';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { type Modes, noModes } from '../draft/modes.ts';
import type { ChatRemote } from '../remote.ts';
import type { LiveMessage } from '../reply/reply.ts';
import type { Draft } from '../draft/draft.ts';
import type { SendResult } from '../thread/send.ts';
import { isWaiting, type Thread } from '../thread/thread.ts';

export type Direction = 'previous' | 'next';

interface Walk {
  readonly messageId: string;
  readonly of: Versioned;
  readonly direction: Direction;
}

export interface VersionsModel {
  /** The texts of the prompts that are being edited, by the ids of their messages. */
  readonly edits$: Behavior<ReadonlyMap<string, string>>;
  /** Something is answered or loaded: nothing can be replaced meanwhile. */
  readonly busy$: Behavior<boolean>;
  /** The version that was walked to, and by which button, until the focus is there. */
  readonly walked$: Behavior<Walk | undefined>;
  /** Counts the messages that were replaced: their answers are at the end. */
  readonly replaced$: Behavior<number>;
  readonly edit: (message: LiveMessage) => void;
  readonly type: (messageId: string, text: string) => void;
  readonly cancel: (messageId: string) => void;
  /** Sends the edited prompt as another version; the text stays where that fails. */
  readonly save: (message: LiveMessage) => Promise<void>;
  /** Asks the same again, as another version. */
  readonly regenerate: (message: LiveMessage) => Promise<void>;
  /** Sends a draft about a message, in its place where `replaces` names it; answers whether it was accepted. */
  readonly send: (message: LiveMessage, draft: Omit<Draft, 'sendId'>, replaces?: string) => Promise<boolean>;
  readonly walk: (message: LiveMessage, of: Versioned, direction: Direction) => Promise<void>;
  /** The focus is where the walk led. */
  readonly arrive: () => void;
}

/** What there are versions of: other answers to the same question, or other questions. */
export type Versioned = 'answer' | 'question';

type Versions = Pick<LiveMessage, '_id' | 'versions' | 'questions'>;

/** The version before or after a message, and where it stands among them; undefined where it is the only one. */
export const placeOf = ({ _id, versions = [], questions }: Versions, of: Versioned) => {
  // A version that is on its way has no id yet: it is the newest.
  const all = versions.includes(_id) ? versions : [...versions, _id];
  // A service of before does not say what each of them asks.
  const asked = questions?.length === all.length ? questions : all.map(() => '');
  const own = asked[all.indexOf(_id)];
  const others =
    of === 'answer'
      ? all.filter((_, at) => asked[at] === own)
      : // Of another question the newest answer is shown.
        [...new Set(asked)].map((one) => (one === own ? _id : all[asked.lastIndexOf(one)]));
  const at = others.indexOf(_id);
  return others.length < 2
    ? undefined
    : { number: at + 1, count: others.length, previous: others[at - 1], next: others[at + 1] };
};

/** Asked again as it was asked before; of a message from before that was stored, a picture tells. */
const modesOf = ({ mode, assistantFileType: type }: LiveMessage): Modes => ({
  ...noModes,
  research: mode === 'research',
  image: mode === 'image' || (mode === undefined && type?.startsWith('image') === true),
});

const empty: ReadonlyMap<string, string> = new Map();

/** What the thread does for versions. */
export interface VersionedThread {
  readonly thread$: Behavior<Thread>;
  /** Sends a draft; with `replaces` in the place of that message, which stays as another version. */
  readonly send: (draft: Draft, replaces?: string) => Promise<SendResult>;
  /** Shows the branch of a version; answers whether it could. */
  readonly select: (messageId: string) => Promise<boolean>;
}

/** Edits and repeats messages of the chat on the screen, and walks among their versions. */
export const createVersionsModel = (
  { alerts, scope, online$ }: Pick<ChatRemote, 'alerts' | 'scope' | 'online$'>,
  thread: VersionedThread,
): VersionsModel => {
  const edits$ = new BehaviorSubject(empty);
  const busy$ = new BehaviorSubject(false);
  const replaced$ = new BehaviorSubject(0);
  const walked$ = new BehaviorSubject<Walk | undefined>(undefined);
  /** Names of sends that were not taken, by what they say: tried again they make no second version. */
  const attempts = new Map<string, string>();

  thread.thread$
    .pipe(
      map((now) => now.load !== 'ready' || isWaiting(now)),
      distinctUntilChanged(),
      scope.until(),
    )
    .subscribe(busy$);

  const put = (messageId: string, text: string | undefined) => {
    const edits = new Map(edits$.value);
    if (text === undefined) edits.delete(messageId);
    else edits.set(messageId, text);
    edits$.next(edits);
  };

  const refuse = (message: string) => {
    alerts.show({ message, type: 'error', time: toastTimes.medium });
  };

  const send: VersionsModel['send'] = async (message, draft, replaces) => {
    if (busy$.value || !isId(message._id)) return false;
    if (!online$.value) {
      refuse('Your device is offline. Please try again when the connection is restored.');
      return false;
    }
    const attempt = `${message._id} ${draft.text}`;
    const result = await thread.send({ ...draft, sendId: attempts.get(attempt) }, replaces);
    if (!result.taken) {
      attempts.set(attempt, result.sendId);
      return false;
    }
    attempts.delete(attempt);
    replaced$.next(replaced$.value + 1);
    return true;
  };

  const replace = (message: LiveMessage, text: string): Promise<boolean> => {
    const same = text === message.prompt;
    const draft = {
      text,
      files: message.userFiles,
      modes: modesOf(message),
      // Other words than those that were spoken do not belong to the recording.
      ...(same && message.voiceNote !== undefined ? { voiceNote: message.voiceNote } : {}),
    };
    return send(message, draft, message._id);
  };

  return {
    edits$,
    busy$,
    walked$,
    replaced$,
    arrive: () => walked$.next(undefined),
    edit: (message) => put(message._id, edits$.value.get(message._id) ?? message.prompt),
    type: put,
    cancel: (messageId) => put(messageId, undefined),
    async save(message) {
      const text = edits$.value.get(message._id);
      if (text === undefined || (text.trim() === '' && message.userFiles.length === 0)) return;
      if (await replace(message, text)) put(message._id, undefined);
    },
    async regenerate(message) {
      await replace(message, message.prompt);
    },
    send,
    async walk(message, of, direction) {
      const messageId = placeOf(message, of)?.[direction];
      if (messageId === undefined || busy$.value) return;
      walked$.next({ messageId, of, direction });
      if (!(await thread.select(messageId))) walked$.next({ messageId: message._id, of, direction });
    },
  };
};
