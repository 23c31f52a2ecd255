import type { ChangeItem } from '@atrium/shared-kernel/contracts/entities/change';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase, type Database } from '../../db/database.ts';
import type { Change, ChangeBatch, ChangeFeed } from '../../ports/change-feed.ts';
import { createTestDatabase } from '../../testing/app.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type ChangeStreams, startChangeStreams } from './change-streams.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
const opened: ChangeStreams[] = [];
beforeEach(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.connection, { onError: () => undefined });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const streams of opened.splice(0)) await streams.close();
  await database.close();
  await test.drop();
});

const change = (...ids: string[]): Change => ({ audience: 'person:ada', kind: 'memories', ids });

/** A feed that emits the test's batches and answers its reads of past changes. */
const createFeed = () => {
  let position = 0;
  let listener: (batch: ChangeBatch) => void = () => undefined;
  const looks: { from: string; to: string; answer: (missed: readonly Change[] | undefined) => void }[] = [];
  const refreshes: (() => void)[] = [];
  let subscribed = 0;
  const feed: ChangeFeed = {
    get position() {
      return String(position);
    },
    start: async (next) => {
      listener = next;
    },
    subscribe: () => {
      subscribed += 1;
      return () => {
        subscribed -= 1;
      };
    },
    refresh: () => new Promise((resolve) => refreshes.push(resolve)),
    between: (_, from, to) => new Promise((answer) => looks.push({ from, to, answer })),
    announce: () => undefined,
    close: async () => undefined,
  };
  return {
    feed,
    looks,
    subscribed: () => subscribed,
    give: (...changes: Change[]) => {
      position += 1;
      listener({ position: String(position), changes });
    },
    refreshed: async () => {
      await vi.waitFor(() => expect(refreshes).not.toEqual([]));
      refreshes.splice(0).forEach((resolve) => resolve());
    },
    /** The read in flight, with its answer. */
    answer: async (missed: readonly Change[] | undefined) => {
      await vi.waitFor(() => expect(looks).not.toEqual([]));
      looks.shift()!.answer(missed);
      await new Promise(setImmediate);
    },
  };
};

/** A browser that can stop reading; `items` is what was written to it. */
const createBrowser = () => {
  const disconnected = new AbortController();
  const items: ChangeItem[] = [];
  let drain = Promise.withResolvers<void>();
  let reads = true;
  drain.resolve();
  return {
    items,
    leave: () => disconnected.abort(),
    read(next: boolean) {
      reads = next;
      if (next) drain.resolve();
    },
    lines: {
      write(item: ChangeItem) {
        items.push(item);
        if (!reads) drain = Promise.withResolvers();
        return reads;
      },
      drained: () => drain.promise,
      closed: disconnected.signal,
    },
  };
};

const open = async (options: { readonly heartbeat?: number } = {}) => {
  const feed = createFeed();
  let signedIn = true;
  const looked = { viewers: 0 };
  const forgotten: string[] = [];
  const streams: ChangeStreams = await startChangeStreams({
    db: database.db,
    feed: feed.feed,
    sessions: {
      viewer: async () => {
        looked.viewers += 1;
        return signedIn ? ({ id: 'ada' } as Viewer) : undefined;
      },
      forget: (userId) => void forgotten.push(`user ${userId}`),
      forgetSessions: (ids) => void forgotten.push(...ids.map((id) => `session ${id}`)),
    },
    ...options,
  });
  opened.push(streams);
  const connect = (after = '0') => {
    const browser = createBrowser();
    const ended = streams.follow({ userId: 'ada', token: 'token', after, lines: browser.lines });
    return { ...browser, ended };
  };
  const live = async () => {
    const browser = connect();
    await feed.refreshed();
    await feed.answer([]);
    await vi.waitFor(() => expect(browser.items).toHaveLength(1));
    browser.items.length = 0;
    return browser;
  };
  return { ...feed, streams, connect, live, looked, forgotten, signOut: () => void (signedIn = false) };
};

describe('streams of changes', () => {
  it('write nothing more to a client that does not read, and then what it missed since the cursor', async () => {
    const { live, give, answer, looks } = await open();
    const browser = await live();
    browser.read(false);
    for (let at = 0; at < 100; at += 1) give(change(`m${at}`));
    await new Promise(setImmediate);
    expect(browser.items).toEqual([{ type: 'changed', kind: 'memories', ids: ['m0'], cursor: '1' }]);
    expect(looks).toEqual([]);
    browser.read(true);
    await vi.waitFor(() => expect(looks).toMatchObject([{ from: '1', to: '100' }]));
    await answer([change('m1'), change('m2', 'm3')]);
    expect(browser.items.slice(1)).toEqual([
      { type: 'changed', kind: 'memories', ids: ['m1', 'm2', 'm3'], cursor: '100' },
    ]);
    browser.leave();
  });

  it('lose and double nothing of what comes while they catch up, without looking again', async () => {
    const { connect, give, refreshed, answer, looks } = await open();
    const browser = connect();
    give(change('before'));
    await refreshed();
    await vi.waitFor(() => expect(looks).toMatchObject([{ from: '0', to: '1' }]));
    give(change('meanwhile'));
    give(change('meanwhile', 'too'));
    await answer([change('before')]);
    expect(browser.items).toEqual([
      { type: 'changed', kind: 'memories', ids: ['before', 'meanwhile', 'too'], cursor: '3' },
    ]);
    give(change('after'));
    expect(browser.items).toHaveLength(2);
    expect(looks).toEqual([]);
    browser.leave();
  });

  it('say all instead of more ids than a line should have, and reset after too many changes', async () => {
    const { connect, give, refreshed, answer, looks } = await open();
    const browser = connect();
    await refreshed();
    await vi.waitFor(() => expect(looks).toHaveLength(1));
    give(change(...Array.from({ length: 101 }, (_, at) => `m${at}`)));
    await answer([change('m')]);
    expect(browser.items).toEqual([{ type: 'changed', kind: 'memories', ids: [], cursor: '1' }]);
    const other = connect('1');
    await refreshed();
    await vi.waitFor(() => expect(looks).toHaveLength(1));
    for (let at = 0; at < 1001; at += 1) give(change(`m${at}`));
    await answer([]);
    expect(other.items).toEqual([{ type: 'reset', cursor: '1002' }]);
    browser.leave();
    other.leave();
  });

  it('start once the feed has everything that another instance may have sent, and are subscribed until they end', async () => {
    const { connect, give, refreshed, looks, subscribed } = await open();
    const browser = connect('7');
    await new Promise(setImmediate);
    expect([looks.length, subscribed()]).toEqual([0, 1]);
    give(change('m1'));
    await refreshed();
    await vi.waitFor(() => expect(looks).toMatchObject([{ from: '7', to: '1' }]));
    looks.shift()!.answer([]);
    browser.leave();
    await browser.ended;
    expect(subscribed()).toBe(0);
  });

  it('write nothing that was read before an access ended', async () => {
    const { connect, give, refreshed, answer, looks, signOut } = await open();
    const browser = connect();
    await refreshed();
    await vi.waitFor(() => expect(looks).toHaveLength(1));
    signOut();
    give({ audience: 'person:ada', kind: 'session', ids: ['s1'] });
    await answer([change('secret')]);
    await browser.ended;
    expect(browser.items).toEqual([]);
  });

  it('read again what their user may see after a change of it, and nothing after others', async () => {
    const { live, give, answer, looked } = await open();
    const browser = await live();
    const before = looked.viewers;
    give(change('m1'));
    give({ audience: 'person:ada', kind: 'agents', ids: [] });
    expect(looked.viewers).toBe(before);
    give({ audience: 'person:ada', kind: 'teams', ids: ['t1'] });
    await vi.waitFor(() => expect(looked.viewers).toBe(before + 1));
    await answer([{ audience: 'person:ada', kind: 'teams', ids: ['t1'] }]);
    expect(browser.items.at(-1)).toMatchObject({ kind: 'teams', cursor: '3' });
    browser.leave();
  });

  it('leave the other sessions of a user cached when one changed, and no session when anything else did', async () => {
    const { give, forgotten } = await open();
    give({ audience: 'person:ada', kind: 'session', ids: ['s1'] });
    give(change('m1'));
    expect(forgotten).toEqual(['session s1']);
    // An empty list means all of them.
    give({ audience: 'person:ada', kind: 'session', ids: [] });
    for (const kind of ['teams', 'settings', 'plan']) give({ audience: 'person:ada', kind, ids: ['x1'] });
    expect(forgotten.slice(1)).toEqual(Array(4).fill('user ada'));
    give({ audience: 'team:t1', kind: 'plan', ids: ['x1'] });
    expect(forgotten).toHaveLength(5);
  });

  it('show that they live, not all at the same moment', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    // Polls under a fake clock move it: by far less than one part of this interval.
    const part = 1_000_000;
    const { live } = await open({ heartbeat: 25 * part });
    const browsers = [await live(), await live(), await live()];
    const parts = new Map<object, number>();
    for (let at = 0; at < 25; at += 1) {
      vi.advanceTimersByTime(part);
      for (const { items } of browsers) if (items.length > 0 && !parts.has(items)) parts.set(items, at);
    }
    expect(new Set(parts.values()).size).toBe(3);
    for (const { items } of browsers) expect(items).toEqual([{ type: 'alive', cursor: '0' }]);
    for (const browser of browsers) browser.leave();
  });
});
