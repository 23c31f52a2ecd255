import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '../client/client.ts';
import type { ChangeItem } from '../contracts/entities/change.ts';
import { createOneStream } from './one-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const passed = (ms = 1) => vi.advanceTimersByTimeAsync(ms);

/** Locks as in a browser: granted to one at a time, in the order of the requests. */
const createLocks = (): Pick<LockManager, 'request'> => {
  const waiting: (() => void)[] = [];
  let holder: object | undefined;
  const free = () => {
    holder = undefined;
    waiting.shift()?.();
  };
  const request = async (
    name: string,
    { ifAvailable, signal }: LockOptions,
    run: (lock: Lock | null) => Promise<unknown>,
  ) => {
    if (holder && ifAvailable) return run(null);
    if (holder)
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        signal?.addEventListener('abort', () => {
          waiting.splice(waiting.indexOf(resolve), 1);
          reject(new DOMException('Given up.', 'AbortError'));
        });
      });
    holder = {};
    return run({ name, mode: 'exclusive' }).finally(free);
  };
  return { request: request as LockManager['request'] };
};

/** A browser with a service whose changes are numbered. A cursor is the number of the last one. */
const createBrowser = (locks: Pick<LockManager, 'request'> | undefined) => {
  const published: string[] = [];
  const readers = new Set<(item: ChangeItem) => void>();
  const connections: (string | undefined)[] = [];
  const channels = new Set<(item: ChangeItem) => void>();
  const lineOf = (at: number): ChangeItem => ({
    type: 'changed',
    kind: published[at]!,
    ids: [],
    cursor: String(at + 1),
  });

  const stream: Client['stream'] = async function* (_call, input, { signal } = {}) {
    const { after } = input as { after?: string };
    connections.push(after);
    let wake = () => undefined as void;
    const items: ChangeItem[] = published.slice(Number(after ?? 0)).map((_, at) => lineOf(Number(after ?? 0) + at));
    if (items.length === 0) items.push({ type: 'alive', cursor: String(published.length) });
    const reader = (item: ChangeItem) => {
      items.push(item);
      wake();
    };
    readers.add(reader);
    signal?.addEventListener('abort', () => wake());
    try {
      for (;;) {
        if (signal?.aborted) return;
        while (items.length > 0) yield items.shift() as never;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (signal?.aborted || items.length > 0) resolve();
        });
      }
    } finally {
      readers.delete(reader);
    }
  };
  const openTab = () => {
    const kinds: string[] = [];
    const tab = createOneStream({
      name: 'changes.ada',
      client: { stream },
      locks,
      openChannel: (_name, onItem) => {
        channels.add(onItem);
        return {
          close: () => void channels.delete(onItem),
          send: (item) => {
            for (const other of channels) if (other !== onItem) other(item);
          },
        };
      },
      age: () => 0,
      reachable: () => undefined,
      onChange: (item) => item.type === 'changed' && kinds.push(item.kind),
    });
    tab.show(true);
    return { kinds, show: tab.show };
  };
  return {
    openTab,
    connections,
    standing: () => readers.size,
    publish(kind: string) {
      published.push(kind);
      for (const reader of readers) reader(lineOf(published.length - 1));
    },
  };
};

test('one tab reads for all of them, and each one gets every change', async () => {
  const browser = createBrowser(createLocks());
  const tabs = [browser.openTab(), browser.openTab(), browser.openTab()];
  await passed();
  expect(browser.standing()).toBe(1);
  browser.publish('chats');
  browser.publish('memories');
  await passed();
  for (const { kinds } of tabs) expect(kinds).toEqual(['chats', 'memories']);
});

test('when the reading tab is hidden, another one takes over at once from the same position', async () => {
  const browser = createBrowser(createLocks());
  const [first, second] = [browser.openTab(), browser.openTab()];
  await passed();
  browser.publish('chats');
  await passed();
  first.show(false);
  browser.publish('memories');
  await passed(900);
  expect(browser.standing()).toBe(1);
  expect(second.kinds).toEqual(['chats', 'memories']);
  browser.publish('plan');
  await passed();
  expect(second.kinds).toEqual(['chats', 'memories', 'plan']);
  expect(first.kinds).toEqual(['chats']);
});

test('a hidden tab has no connection, and catches up when it is visible again', async () => {
  const browser = createBrowser(createLocks());
  const [first, second] = [browser.openTab(), browser.openTab()];
  await passed();
  second.show(false);
  browser.publish('chats');
  await passed();
  expect(second.kinds).toEqual([]);
  second.show(true);
  await passed();
  browser.publish('memories');
  await passed(500);
  expect(new Set(second.kinds)).toEqual(new Set(['chats', 'memories']));
  expect(first.kinds).toEqual(['chats', 'memories']);
  expect(browser.standing()).toBe(1);
  for (const tab of [first, second]) tab.show(false);
  await passed();
  expect(browser.standing()).toBe(0);
});

test('a browser without locks reads in each visible tab', async () => {
  const browser = createBrowser(undefined);
  const tabs = [browser.openTab(), browser.openTab()];
  await passed();
  expect(browser.standing()).toBe(2);
  browser.publish('chats');
  await passed();
  for (const { kinds } of tabs) expect(kinds).toEqual(['chats']);
  tabs[0]!.show(false);
  await passed();
  expect(browser.standing()).toBe(1);
});
