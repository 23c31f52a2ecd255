import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { deviceOffline } from '@atrium/shared-kernel/contracts/sentences';
import { BehaviorSubject, distinctUntilChanged, map } from 'rxjs';
import type { Behavior } from '@atrium/shared-kernel/remote';
import type { ChatRemote } from '../remote.ts';
import type { LiveMessage } from '../reply/reply.ts';
import { isWaiting } from '../thread/thread.ts';
import { createEditStore, type Edits } from './edit-store.ts';
import type { NavigationStep, VersionCommands, VersionedThread } from './version-commands.ts';

export interface VersionsModel extends VersionCommands {
  readonly edits$: Behavior<Edits>;
  /** Messages whose edits are not begun by the user when they are shown, so that showing them moves no focus. */
  readonly uncertain: ReadonlySet<string>;
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

/** What versions need from the screen, whose queue sends to its thread. */
interface VersionedScreen {
  readonly thread: Omit<VersionedThread, 'send'>;
  readonly queue: Pick<VersionedThread, 'send'>;
  /** Told whether the chat on the screen has an unsent edit. */
  readonly drafts: { readonly setEditing: (editing: boolean) => void };
}

/** Edits and repeats messages of the chat on the screen, and navigates between their versions. */
const createVersionsModel = (
  remote: Pick<ChatRemote, 'alerts' | 'scope' | 'online$' | 'storage' | 'session'>,
  screen: VersionedScreen,
): VersionsModel => {
  const thread = { ...screen.thread, send: screen.queue.send };
  const { edits$, attempts, put, uncertain } = createEditStore(remote, thread.thread$, screen.drafts.setEditing);
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

  const refuse = () => remote.alerts.show({ message: deviceOffline, type: 'error', time: toastTimes.medium });
  let loading: Promise<VersionCommands> | undefined;
  /** The commands. Their code loads with the first use, and again if that failed. */
  const commands = async (): Promise<VersionCommands | undefined> => {
    loading ??= import('./version-commands.ts').then(({ createVersionCommands }) =>
      createVersionCommands({
        remote,
        thread,
        edits$,
        attempts,
        busy$,
        onNavigated: (step) => navigated$.next(step),
        onReplaced: () => replaced$.next(replaced$.value + 1),
        put,
        uncertain,
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
    uncertain,
    busy$,
    navigated$,
    replaced$,
    focusMoved: () => navigated$.next(undefined),
    edit: (message) => put(message._id, edits$.value.get(message._id) ?? message.prompt),
    type: (messageId, text) => put(messageId, text, true),
    cancel: (messageId) => put(messageId, undefined),
    save: async (message) => (await commands())?.save(message),
    regenerate: async (...args) => (await commands())?.regenerate(...args),
    send: async (...args) => (await commands())?.send(...args) ?? false,
    navigate: async (...args) => (await commands())?.navigate(...args),
  };
};

const models = new WeakMap<VersionedScreen, VersionsModel>();

/** The model of a screen, which outlives each list of messages. */
export const versionsOf = (...[remote, screen]: Parameters<typeof createVersionsModel>): VersionsModel => {
  const model = models.get(screen) ?? createVersionsModel(remote, screen);
  models.set(screen, model);
  return model;
};
