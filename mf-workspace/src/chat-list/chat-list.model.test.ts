import { CallFailure } from '@atrium/shared-kernel/client';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { createScope } from '@atrium/shared-kernel/remote';
import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { BehaviorSubject, distinctUntilChanged, map, NEVER, Observable, of, Subject, throwError } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import { chatOf, chatsOf, tagOf } from '../testing/chats.ts';
import { type ChatListInputs, createChatListModel } from './chat-list.model.ts';

const create = (inputs: Partial<ChatListInputs>) =>
  createChatListModel(createScope(), {
    owner$: of('ada'),
    created$: NEVER,
    named$: NEVER,
    touched$: NEVER,
    deleted$: NEVER,
    tagged$: NEVER,
    chatsChanged$: NEVER,
    fetchPinned: () => of([]),
    fetchPage: () => NEVER,
    describe: () => 'Busy.',
    ...inputs,
  });

/** Serves a list in pages of 10 like the service, and records the cursors. */
const serve = (chats: readonly Chat[]) => {
  const cursors: (string | undefined)[] = [];
  const fetchPage: ChatListInputs['fetchPage'] = (cursor) => {
    cursors.push(cursor);
    return of(chats.filter((chat) => !cursor || (chat.lastUpdate ?? '') < cursor).slice(0, 10));
  };
  return { cursors, fetchPage };
};
const titles = (chats: readonly Chat[]) => chats.map((chat) => chat.title);

describe('pages of the list', () => {
  test('come first as soon as the owner is known', () => {
    marbles(({ hot, cold, expectObservable }) => {
      const page = cold('--(p|)', { p: chatsOf(3) });
      const { state$ } = create({ owner$: hot('-a', { a: 'ada' }), fetchPage: () => page });
      const seen$ = state$.pipe(
        map(({ page, chats }) => `${page} ${chats.length}`),
        distinctUntilChanged(),
      );
      expectObservable(seen$).toBe('fl-e', {
        f: 'first 0',
        l: 'loading 0',
        e: 'end 3',
      });
    });
  });

  test('are not requested for a visitor', () => {
    const { cursors, fetchPage } = serve(chatsOf(3));
    create({ owner$: of(undefined), fetchPage });
    expect(cursors).toEqual([]);
  });

  test('follow with the last loaded chat as cursor until a page is not full', () => {
    const chats = chatsOf(25);
    const { cursors, fetchPage } = serve(chats);
    const model = create({ fetchPage });
    model.loadMore();
    model.loadMore();
    expect(model.state$.value.page).toBe('end');
    model.loadMore();
    expect(cursors).toEqual([undefined, chats[9]?.lastUpdate, chats[19]?.lastUpdate]);
    expect(titles(model.state$.value.chats)).toEqual(titles(chats));
  });

  test('are requested one at a time', () => {
    marbles(({ cold, hot, expectObservable }) => {
      const pages: Chat[][] = [chatsOf(10), chatsOf(10, '2026-07-14T10:00:00.000Z')];
      const model = create({ fetchPage: () => cold('--(p|)', { p: pages.shift() ?? [] }) });
      hot('-a-bc').subscribe(() => model.loadMore());
      expectObservable(model.state$.pipe(map(({ page, chats }) => `${page} ${chats.length}`))).toBe('l-il-i', {
        l: expect.stringMatching('loading'),
        i: expect.stringMatching('idle'),
      });
      expectObservable(model.state$.pipe(map(({ chats }) => chats.length))).toBe('a-bb-c', { a: 0, b: 10, c: 20 });
    });
  });

  test('contain no chat twice', () => {
    const [first, second] = [chatsOf(10), chatsOf(10, '2026-07-14T10:00:00.000Z')];
    const pages = [first, [...first.slice(8), ...second.slice(0, 8)]];
    const model = create({ fetchPage: () => of(pages.shift() ?? []) });
    model.loadMore();
    expect(model.state$.value.chats).toHaveLength(18);
  });

  test('end if a full page contains nothing new', () => {
    const same = chatsOf(10);
    const model = create({ fetchPage: () => of(same) });
    model.loadMore();
    expect(model.state$.value.page).toBe('end');
  });

  test('show a failure and are requested again on Retry, with the same cursor', () => {
    const chats = chatsOf(12);
    const { cursors, fetchPage } = serve(chats);
    let broken = false;
    const model = create({ fetchPage: (cursor) => (broken ? throwError(() => new Error()) : fetchPage(cursor)) });
    broken = true;
    model.loadMore();
    expect(model.state$.value).toMatchObject({ page: 'failed', failure: 'Busy.' });
    expect(model.state$.value.chats).toHaveLength(10);
    broken = false;
    model.retry();
    expect(model.state$.value).toMatchObject({ page: 'end' });
    expect(model.state$.value.failure).toBeUndefined();
    expect(cursors).toEqual([undefined, chats[9]?.lastUpdate]);
    expect(model.state$.value.chats).toHaveLength(12);
  });

  test('of one person never appear in the list of the next', () => {
    marbles(({ hot, cold, expectObservable }) => {
      const pages = [chatsOf(3), chatsOf(1)];
      const model = create({
        owner$: hot('a-b', { a: 'ada', b: 'bob' }),
        fetchPage: () => cold('---(p|)', { p: pages.shift() ?? [] }),
      });
      const count$ = model.state$.pipe(
        map(({ chats }) => chats.length),
        distinctUntilChanged(),
      );
      expectObservable(count$).toBe('0----1', { 0: 0, 1: 1 });
    });
  });
});

describe('events', () => {
  test('show a new chat on top at once, even before the first page', () => {
    const created$ = new Subject<{ chat: Chat }>();
    const page$ = new Subject<readonly Chat[]>();
    const model = create({ created$, fetchPage: () => page$ });
    created$.next({ chat: chatOf({ title: '', lastUpdate: '2026-07-15T11:00:00.000Z' }) });
    page$.next(chatsOf(2));
    expect(titles(model.state$.value.chats)).toEqual(['', 'Chat 1', 'Chat 2']);
  });

  test('give a chat its title and keep its position', () => {
    const named$ = new Subject<{ chatId: string; title: string }>();
    const chats = chatsOf(2);
    const model = create({ named$, fetchPage: () => of(chats) });
    named$.next({ chatId: chats[1]?._id ?? '', title: 'Named' });
    named$.next({ chatId: 'f'.repeat(24), title: 'Of a chat that is not loaded' });
    expect(titles(model.state$.value.chats)).toEqual(['Chat 1', 'Named']);
  });

  test('move a touched chat up', () => {
    const touched$ = new Subject<{ chatId: string; lastUpdate: string }>();
    const chats = chatsOf(3);
    const model = create({ touched$, fetchPage: () => of(chats) });
    touched$.next({ chatId: chats[2]?._id ?? '', lastUpdate: '2026-07-15T12:00:00.000Z' });
    expect(titles(model.state$.value.chats)).toEqual(['Chat 3', 'Chat 1', 'Chat 2']);
  });

  test('do not move the cursor', () => {
    const touched$ = new Subject<{ chatId: string; lastUpdate: string }>();
    const chats = chatsOf(11);
    const { cursors, fetchPage } = serve(chats);
    const model = create({ touched$, fetchPage });
    touched$.next({ chatId: chats[9]?._id ?? '', lastUpdate: '2026-07-15T12:00:00.000Z' });
    model.loadMore();
    expect(cursors[1]).toBe(chats[9]?.lastUpdate);
  });
});

describe('a change that names no chats', () => {
  const start = (chats: Chat[]) => {
    const chatsChanged$ = new Subject<readonly Chat[] | undefined>();
    const { cursors, fetchPage } = serve(chats);
    /** Answers of the service that are on their way. */
    let waiting: (() => void)[] | undefined;
    const model = create({
      chatsChanged$,
      fetchPinned: () => of(chats.filter(({ pinned }) => pinned)),
      fetchPage: (cursor) =>
        new Observable<readonly Chat[]>((subscriber) => {
          const page = fetchPage(cursor);
          const answer = () => page.subscribe(subscriber);
          if (waiting) waiting.push(answer);
          else answer();
        }),
    });
    const counts: number[] = [];
    model.state$.subscribe((state) => counts.push(state.chats.length));
    return {
      model,
      cursors,
      counts,
      change: () => chatsChanged$.next(undefined),
      put: (chat: Chat) => chatsChanged$.next([chat]),
      hold: () => (waiting = []),
      release: async () => {
        for (let answer = waiting?.shift(); answer; answer = waiting?.shift()) {
          answer();
          await settled();
        }
        waiting = undefined;
      },
    };
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  test('is read behind the list, which keeps its length', async () => {
    const chats = chatsOf(25);
    const { model, cursors, counts, change } = start(chats);
    model.loadMore();
    counts.length = 0;
    chats.splice(0, 1, { ...chats[0]!, title: 'Renamed', pinned: '2026-07-15T11:00:00.000Z' });
    chats.splice(14, 1);
    change();
    await settled();
    expect(new Set(counts)).toEqual(new Set([20]));
    expect(titles(model.state$.value.chats)).toEqual(titles(chats.slice(0, 20)));
    expect(model.state$.value.page).toBe('idle');
    model.loadMore();
    expect(titles(model.state$.value.chats)).toEqual(titles(chats));
    expect(cursors).toHaveLength(5);
  });

  test('waits for the read before, and several are read once', async () => {
    const chats = chatsOf(3);
    const { cursors, change, hold, release } = start(chats);
    hold();
    for (let times = 0; times < 4; times += 1) change();
    expect(cursors).toHaveLength(2);
    await release();
    expect(cursors).toHaveLength(3);
  });

  test('takes nothing back that happens while it is read', async () => {
    const chats = chatsOf(3);
    const { model, change, put, hold, release } = start(chats);
    hold();
    change();
    model.remove(chats[1]!._id);
    model.retitle(chats[2]!._id, 'Typed');
    put(chatOf({ title: 'New', lastUpdate: '2026-07-15T12:00:00.000Z' }));
    await release();
    expect(titles(model.state$.value.chats)).toEqual(['New', 'Chat 1', 'Typed']);
  });

  test('does not bring back a chat whose call still runs', async () => {
    const chats = chatsOf(3);
    const { model, change } = start(chats);
    const release = model.remove(chats[1]!._id);
    change();
    await settled();
    expect(titles(model.state$.value.chats)).toEqual(['Chat 1', 'Chat 3']);
    release();
    change();
    await settled();
    expect(titles(model.state$.value.chats)).toEqual(['Chat 1', 'Chat 2', 'Chat 3']);
  });

  test.each([
    ['is read on from the last page after a failure', false, [undefined, 10, 20, 20], 'Typed'],
    [
      'is read from the start after a failure and a further change',
      true,
      [undefined, 10, 20, undefined, 10, 20],
      'Chat 1',
    ],
  ])('%s', async (_, further, expected, title) => {
    vi.useFakeTimers();
    try {
      const chatsChanged$ = new Subject<undefined>();
      const chats = chatsOf(25);
      const { cursors, fetchPage } = serve(chats);
      let broken = false;
      const model = create({
        chatsChanged$,
        fetchPage: (cursor) => {
          const page = fetchPage(cursor);
          return broken && cursor === chats[19]!.lastUpdate ? throwError(() => new CallFailure(0, '', {}, '')) : page;
        },
      });
      model.loadMore();
      model.loadMore();
      cursors.length = 0;
      broken = true;
      chatsChanged$.next(undefined);
      await vi.advanceTimersByTimeAsync(0);
      model.retitle(chats[0]!._id, 'Typed');
      broken = false;
      if (further) chatsChanged$.next(undefined);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(cursors).toEqual(
        expected.map((count) => (count === undefined ? undefined : chats[count - 1]!.lastUpdate)),
      );
      expect(model.state$.value).toMatchObject({ page: 'end', chats: { length: 25 } });
      expect(titles(model.state$.value.chats)[0]).toBe(title);
    } finally {
      vi.useRealTimers();
    }
  });

  test('cancels a page that was requested before it and is still on its way', async () => {
    const chatsChanged$ = new Subject<undefined>();
    const pages: Subject<readonly Chat[]>[] = [];
    const model = create({ chatsChanged$, fetchPage: () => pages[pages.push(new Subject()) - 1]! });
    const chats = chatsOf(10);
    pages[0]!.next(chats);
    pages[0]!.complete();
    model.loadMore();
    chatsChanged$.next(undefined);
    pages[2]!.next(chats);
    await settled();
    expect(pages[1]!.observed).toBe(false);
    expect(model.state$.value).toMatchObject({ page: 'idle', chats });
  });

  test('is read again where the service was out of reach', async () => {
    vi.useFakeTimers();
    try {
      const chatsChanged$ = new Subject<undefined>();
      const chats = chatsOf(2);
      const { fetchPage } = serve(chats);
      let broken = false;
      const model = create({
        chatsChanged$,
        fetchPage: (cursor) => (broken ? throwError(() => new CallFailure(0, '', {}, '')) : fetchPage(cursor)),
      });
      broken = true;
      chats.pop();
      chatsChanged$.next(undefined);
      await vi.advanceTimersByTimeAsync(0);
      expect(model.state$.value).toMatchObject({ page: 'end', chats: { length: 2 } });
      broken = false;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(titles(model.state$.value.chats)).toEqual(['Chat 1']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('of one person does not reach the list of the next', async () => {
    const owner$ = new BehaviorSubject('ada');
    const chatsChanged$ = new Subject<undefined>();
    const pages: Subject<readonly Chat[]>[] = [];
    const fetchPage = () => pages[pages.push(new Subject()) - 1]!;
    const model = create({ owner$, chatsChanged$, fetchPage });
    pages[0]!.next(chatsOf(3));
    chatsChanged$.next(undefined);
    owner$.next('bob');
    pages[1]!.next(chatsOf(3));
    pages[2]!.next([chatOf({ title: 'Bob’s' })]);
    await settled();
    expect(titles(model.state$.value.chats)).toEqual(['Bob’s']);
  });
});

test('removes a chat and restores it at its position', () => {
  const chats = chatsOf(3);
  const model = create({ fetchPage: () => of(chats) });
  model.remove(chats[1]?._id ?? '');
  expect(titles(model.state$.value.chats)).toEqual(['Chat 1', 'Chat 3']);
  model.put(chats[1] ?? chatOf());
  expect(titles(model.state$.value.chats)).toEqual(['Chat 1', 'Chat 2', 'Chat 3']);
});

test('a chat that was deleted, here or elsewhere, is in no list any longer', () => {
  const chats = chatsOf(3);
  const deleted$ = new Subject<{ chatId: string }>();
  const { state$ } = create({ deleted$, fetchPage: () => of(chats) });
  deleted$.next({ chatId: chats[1]!._id });
  expect(titles(state$.value.chats)).toEqual(titles([chats[0]!, chats[2]!]));
});

test('a chat that is removed while its page is loading stays removed, unless it is restored', () => {
  const page$ = new Subject<readonly Chat[]>();
  const model = create({ fetchPage: () => page$ });
  const chats = chatsOf(3);
  const [first, second] = chats.map(({ _id }) => _id);
  model.remove(first!, second!);
  model.put(chats[1]!);
  page$.next(chats);
  expect(titles(model.state$.value.chats)).toEqual(['Chat 2', 'Chat 3']);
});

test('nor does a later page add it, which was requested before the service knew', () => {
  const chats = chatsOf(12);
  const { fetchPage } = serve(chats);
  const model = create({ fetchPage });
  model.remove(chats[11]?._id ?? '');
  model.loadMore();
  expect(titles(model.state$.value.chats)).toEqual(titles(chats.slice(0, 11)));
});

test('a chat’s collections follow the events, and a deleted collection is removed from every chat', () => {
  const [work, home] = [tagOf({ name: 'Work' }), tagOf({ name: 'Home' })];
  const chats = [chatOf({ tags: [work] }), chatOf({ tags: [work, home] })];
  const tagged$ = new Subject<{ chatId: string; tags: (typeof work)[] }>();
  const list = create({ fetchPage: () => of(chats), tagged$ });
  const names = () =>
    chats.map(({ _id }) => list.state$.value.chats.find((one) => one._id === _id)?.tags.map(({ name }) => name));
  tagged$.next({ chatId: chats[0]?._id ?? '', tags: [work, home] });
  expect(names()).toEqual([
    ['Work', 'Home'],
    ['Work', 'Home'],
  ]);
  list.untag(work._id);
  expect(names()).toEqual([['Home'], ['Home']]);
});
