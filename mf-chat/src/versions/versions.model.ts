import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { BehaviorSubject, distinctUntilChanged, map } from 'rxjs';
import type { Behavior } from '@atrium/shared-kernel/remote';
import type { ChatRemote } from '../remote.ts';
import type { LiveMessage } from '../reply/reply.ts';
import type { Draft } from '../draft/draft.ts';
import type { SendResult } from '../thread/send.ts';
import { isWaiting, type Thread } from '../thread/thread.ts';
import type { VersionCommands } from './version-commands.ts';
import type { Versioned } from './version-of.ts';

export type Direction = 'previous' | 'next';

export interface Walk {
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
  /** Asks the same again, as another version; with `model` that one, which then is the chat's. */
  readonly regenerate: (message: LiveMessage, model?: string) => Promise<void>;
  /** Sends a draft about a message, in its place where `replaces` names it; answers whether it was accepted. */
  readonly send: (message: LiveMessage, draft: Omit<Draft, 'sendId'>, replaces?: string) => Promise<boolean>;
  readonly walk: (message: LiveMessage, of: Versioned, direction: Direction) => Promise<void>;
  /** The focus is where the walk led. */
  readonly arrive: () => void;
}

const empty: ReadonlyMap<string, string> = new Map();
const offline = 'Your device is offline. Please try again when the connection is restored.';

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
  remote: Pick<ChatRemote, 'alerts' | 'scope' | 'online$'>,
  thread: VersionedThread,
): VersionsModel => {
  const edits$ = new BehaviorSubject(empty);
  const busy$ = new BehaviorSubject(false);
  const replaced$ = new BehaviorSubject(0);
  const walked$ = new BehaviorSubject<Walk | undefined>(undefined);

  thread.thread$
    .pipe(
      map((now) => now.load !== 'ready' || isWaiting(now)),
      distinctUntilChanged(),
      remote.scope.until(),
    )
    .subscribe(busy$);

  const put = (messageId: string, text: string | undefined) => {
    const edits = new Map(edits$.value);
    if (text === undefined) edits.delete(messageId);
    else edits.set(messageId, text);
    edits$.next(edits);
  };

  const refuse = () => remote.alerts.show({ message: offline, type: 'error', time: toastTimes.medium });
  let loading: Promise<VersionCommands> | undefined;
  /** What edits, repeats and walks: its code loads with the first use, and once more where it did not come. */
  const commands = async (): Promise<VersionCommands | undefined> => {
    loading ??= import('./version-commands.ts').then(({ createVersionCommands }) =>
      createVersionCommands({ remote, thread, edits$, busy$, walked$, replaced$, put, refuse }),
    );
    try {
      return await loading;
    } catch {
      loading = undefined;
      refuse();
      return undefined;
    }
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
    save: async (message) => (await commands())?.save(message),
    regenerate: async (...args) => (await commands())?.regenerate(...args),
    send: async (...args) => (await commands())?.send(...args) ?? false,
    walk: async (...args) => (await commands())?.walk(...args),
  };
};
