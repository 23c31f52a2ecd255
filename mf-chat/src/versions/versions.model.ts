import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { deviceOffline } from '@atrium/shared-kernel/contracts/sentences';
import { BehaviorSubject, distinctUntilChanged, map } from 'rxjs';
import type { Behavior } from '@atrium/shared-kernel/remote';
import type { ChatRemote } from '../remote.ts';
import type { LiveMessage } from '../reply/reply.ts';
import { isWaiting } from '../thread/thread.ts';
import type { NavigationStep, VersionCommands, VersionedThread } from './version-commands.ts';

export interface VersionsModel extends VersionCommands {
  /** The texts of the prompts that are being edited, by message id. */
  readonly edits$: Behavior<ReadonlyMap<string, string>>;
  /** Something is being answered or loaded, so nothing can be replaced. */
  readonly busy$: Behavior<boolean>;
  /** The version that was navigated to, and by which button, until the focus is there. */
  readonly navigated$: Behavior<NavigationStep | undefined>;
  /** Counts the messages that were replaced. Their answers are at the end. */
  readonly replaced$: Behavior<number>;
  readonly edit: (message: LiveMessage) => void;
  readonly type: (messageId: string, text: string) => void;
  readonly cancel: (messageId: string) => void;
  /** Call when the focus has moved to the version. */
  readonly focusMoved: () => void;
}

const empty: ReadonlyMap<string, string> = new Map();

/** Edits and repeats messages of the chat on the screen, and navigates between their versions. */
export const createVersionsModel = (
  remote: Pick<ChatRemote, 'alerts' | 'scope' | 'online$'>,
  thread: VersionedThread,
): VersionsModel => {
  const edits$ = new BehaviorSubject(empty);
  const busy$ = new BehaviorSubject(false);
  const replaced$ = new BehaviorSubject(0);
  const navigated$ = new BehaviorSubject<NavigationStep | undefined>(undefined);

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

  const refuse = () => remote.alerts.show({ message: deviceOffline, type: 'error', time: toastTimes.medium });
  let loading: Promise<VersionCommands> | undefined;
  /** The commands. Their code loads with the first use, and again if that failed. */
  const commands = async (): Promise<VersionCommands | undefined> => {
    loading ??= import('./version-commands.ts').then(({ createVersionCommands }) =>
      createVersionCommands({
        remote,
        thread,
        edits$,
        busy$,
        onNavigated: (step) => navigated$.next(step),
        onReplaced: () => replaced$.next(replaced$.value + 1),
        put,
        refuse,
      }),
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
    navigated$,
    replaced$,
    focusMoved: () => navigated$.next(undefined),
    edit: (message) => put(message._id, edits$.value.get(message._id) ?? message.prompt),
    type: put,
    cancel: (messageId) => put(messageId, undefined),
    save: async (message) => (await commands())?.save(message),
    regenerate: async (...args) => (await commands())?.regenerate(...args),
    send: async (...args) => (await commands())?.send(...args) ?? false,
    navigate: async (...args) => (await commands())?.navigate(...args),
  };
};
