import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import type { WorkspaceView } from '../remote.ts';
import { dropIfGone } from './follow-chats.ts';

type View = Pick<WorkspaceView, 'alerts' | 'bus'>;

interface Change {
  /** What an alert says while many chats are being changed. */
  readonly progress: string;
  readonly change: (chat: Chat) => Promise<unknown>;
  /** `unchanged` are the chats that are left. */
  readonly onFailure: (error: unknown, unchanged: readonly Chat[]) => void;
  /** The same when the user stops. */
  readonly onStop?: ((unchanged: readonly Chat[]) => void) | undefined;
}

interface Outcome {
  readonly changed: readonly Chat[];
  readonly unchanged: readonly Chat[];
}

/** The most chats that are changed before anybody could leave the page. */
const handful = 5;
/** The number of changes of many chats that are running in this page. */
let running = 0;

const countRunning = ({ bus }: View, by: 1 | -1): void => {
  running += by;
  bus.emit(events.workspace.busyChanged, { busy: running > 0 });
};

/** Says what is going on, and lets the browser ask before the page is left. Returns a function that ends both. */
const announce = (view: View, message: string, stop: () => void): (() => void) => {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  globalThis.addEventListener('beforeunload', ask);
  countRunning(view, 1);
  // An alert with an action is not shown again after a reload, with which the change ends.
  const action = { label: 'Stop', onSelect: stop };
  const alert = view.alerts.show({ type: 'info', time: 0, message, action });
  return () => {
    globalThis.removeEventListener('beforeunload', ask);
    countRunning(view, -1);
    view.alerts.dismiss(alert);
  };
};

/** A chat that does not exist any longer counts as changed. */
const changeOne = async (view: View, chat: Chat, change: Change['change']): Promise<void> => {
  try {
    await change(chat);
  } catch (error) {
    if (!dropIfGone(view, chat, error)) throw error;
  }
};

/**
 * Changes one chat after the other, until one fails or the user stops. With more than a handful this takes a while, and
 * leaving the page would drop the rest: an alert says so, the page counts as busy, and the browser asks. Never rejects.
 */
export const changeEach = async (
  view: View,
  chats: readonly Chat[],
  { progress, change, onFailure, onStop }: Change,
): Promise<Outcome> => {
  const stop = new AbortController();
  const end = chats.length > handful ? announce(view, progress, () => stop.abort()) : undefined;
  let count = 0;
  try {
    for (const chat of chats) {
      if (stop.signal.aborted) break;
      await changeOne(view, chat, change);
      count += 1;
    }
    if (count < chats.length) onStop?.(chats.slice(count));
  } catch (error) {
    onFailure(error, chats.slice(count));
  }
  end?.();
  return { changed: chats.slice(0, count), unchanged: chats.slice(count) };
};
