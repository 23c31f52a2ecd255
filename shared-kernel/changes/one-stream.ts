import type { ChangeItem } from '../contracts/entities/change.ts';
import { readChanges, type StreamOptions } from './change-stream.ts';

/** The channel between the tabs of a browser. */
interface Channel {
  readonly send: (item: ChangeItem) => void;
  readonly close: () => void;
}

export interface OneStreamOptions extends Omit<StreamOptions, 'cursor'> {
  /** The name of the lock and the channel: the same in all tabs of the browser with this user. */
  readonly name: string;
  /** Undefined in browsers without locks: each tab reads for itself then. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly openChannel: ((name: string, onItem: (item: ChangeItem) => void) => Channel) | undefined;
  readonly onChange: (item: ChangeItem) => void;
}

export interface OneStream {
  /** A visible tab follows the changes from where it stopped. A hidden tab holds no connection and no lock. */
  readonly show: (visible: boolean) => void;
}

/**
 * The changes for one tab. One tab of a browser reads them for all, because a browser has only six connections to a
 * host. It is the tab that holds the lock; when that tab is hidden or closed, the next visible one gets it. A tab that
 * opens while another reads first catches up by itself, so that no other tab has to know what it missed. Changes may
 * arrive twice, but are never lost.
 */
export const createOneStream = (options: OneStreamOptions): OneStream => {
  const { name, locks, openChannel, onChange } = options;
  let cursor: string | undefined;
  let current: AbortController | undefined;

  const accept = (item: ChangeItem) => {
    cursor = item.cursor ?? cursor;
    onChange(item);
  };
  const read = (signal: AbortSignal, onItem: (item: ChangeItem) => void) =>
    readChanges({ ...options, cursor: () => cursor }, signal, onItem);

  /** Reads up to the first cursor, which is where the other tabs are. */
  const catchUp = async (signal: AbortSignal): Promise<void> => {
    const connection = new AbortController();
    const end = () => connection.abort();
    signal.addEventListener('abort', end, { once: true });
    await read(connection.signal, (item) => {
      accept(item);
      if (item.cursor !== undefined) end();
    });
    signal.removeEventListener('abort', end);
  };

  const follow = async (signal: AbortSignal): Promise<void> => {
    if (!locks || !openChannel) return read(signal, accept);
    let caughtUp = false;
    // Before it has caught up, taking over another tab's cursor would skip what this tab missed.
    const channel = openChannel(name, (item) => (caughtUp ? accept : onChange)(item));
    signal.addEventListener('abort', channel.close, { once: true });
    const lead = () =>
      read(signal, (item) => {
        accept(item);
        if (!signal.aborted) channel.send(item);
      });
    const wasLeader = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await lead();
      return lock !== null;
    });
    if (wasLeader) return;
    const join = async () => {
      await catchUp(signal);
      caughtUp = true;
    };
    await Promise.all([join(), locks.request(name, { signal }, lead)]);
  };

  return {
    show(visible) {
      if (!visible) current?.abort();
      if (!visible || current?.signal.aborted === false) return;
      current = new AbortController();
      // Giving up a request for the lock is no failure.
      follow(current.signal).catch(() => undefined);
    },
  };
};
