import type { ChangeItem } from '../contracts/entities/change.ts';
import { readChanges, type StreamOptions } from './change-stream.ts';

/** What the tabs of a browser say to one another. */
interface Channel {
  readonly send: (item: ChangeItem) => void;
  readonly close: () => void;
}

export interface OneStreamOptions extends Omit<StreamOptions, 'cursor'> {
  /** The same in all tabs of the browser that have this person. */
  readonly name: string;
  /** None: each tab reads for itself. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly openChannel: ((name: string, hear: (item: ChangeItem) => void) => Channel) | undefined;
  readonly take: (item: ChangeItem) => void;
}

export interface OneStream {
  /** A tab that is seen follows, from where it stopped; one that is hidden holds nothing. */
  readonly show: (visible: boolean) => void;
}

/**
 * The changes for one tab. One tab of a browser reads them for all, as a browser has six connections: whoever holds the
 * lock, which goes to the next that is seen when its tab is hidden or closed. A tab that comes while another reads catches
 * up by itself first, so that nobody has to know what it has missed. Changes may come twice, and never get lost.
 */
export const createOneStream = (options: OneStreamOptions): OneStream => {
  const { name, locks, openChannel, take } = options;
  let cursor: string | undefined;
  let left: AbortController | undefined;

  const accept = (item: ChangeItem) => {
    cursor = item.cursor ?? cursor;
    take(item);
  };
  const read = (signal: AbortSignal, each: (item: ChangeItem) => void) =>
    readChanges({ ...options, cursor: () => cursor }, signal, each);

  /** Up to the first cursor: that is where the others are. */
  const catchUp = async (signal: AbortSignal): Promise<void> => {
    const caught = new AbortController();
    const end = () => caught.abort();
    signal.addEventListener('abort', end, { once: true });
    await read(caught.signal, (item) => {
      accept(item);
      if (item.cursor !== undefined) end();
    });
    signal.removeEventListener('abort', end);
  };

  const follow = async (signal: AbortSignal): Promise<void> => {
    if (!locks || !openChannel) return read(signal, accept);
    let caughtUp = false;
    // Before it has caught up, the others' cursor would pass over what this tab has missed.
    const channel = openChannel(name, (item) => (caughtUp ? accept : take)(item));
    signal.addEventListener('abort', channel.close, { once: true });
    const lead = () =>
      read(signal, (item) => {
        accept(item);
        if (!signal.aborted) channel.send(item);
      });
    const led = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await lead();
      return lock !== null;
    });
    if (led) return;
    const come = async () => {
      await catchUp(signal);
      caughtUp = true;
    };
    await Promise.all([come(), locks.request(name, { signal }, lead)]);
  };

  return {
    show(visible) {
      if (!visible) left?.abort();
      if (!visible || left?.signal.aborted === false) return;
      left = new AbortController();
      // A request for the lock that is given up is no failure.
      follow(left.signal).catch(() => undefined);
    },
  };
};
