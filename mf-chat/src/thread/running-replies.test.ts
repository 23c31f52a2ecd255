import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { createScope } from '@atrium/shared-kernel/remote';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { namedChat } from '../testing/screen.tsx';
import { emitRunningReplies } from './running-replies.ts';

const id = (digit: string) => digit.repeat(24);
const settled = (ms = 1) => vi.advanceTimersByTimeAsync(ms);

const scopes: ReturnType<typeof createScope>[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const scope of scopes.splice(0)) scope.end();
  vi.useRealTimers();
});

/** A tab whose own replies are `own`, while the service has these running. */
const open = async (own: string[], atService: string[]) => {
  const scope = createScope();
  scopes.push(scope);
  const host = createFakeHost();
  const service = { running: atService };
  host.service.answer(calls.chat.listChats, () => ({
    chats: service.running.map((_id) => ({ ...namedChat('Tea'), _id })),
  }));
  const running$ = new BehaviorSubject<readonly string[]>(own);
  let marked: readonly string[] | undefined;
  host.bus.on(events.chat.repliesChanged).subscribe(({ chatIds }) => (marked = chatIds));
  emitRunningReplies({ ...host, scope }, running$);
  const change = async (...running: string[]) => {
    service.running = running;
    host.bus.emit(events.shell.messagesChanged, {});
    await settled();
  };
  const reads = () => host.service.requests.length;
  await settled();
  return { host, service, running$, change, reads, marked: () => marked };
};

test('marks replies that run at the service, whoever sent them, until they are announced as ended', async () => {
  const { change, marked } = await open([], [id('1')]);
  expect(marked()).toEqual([id('1')]);
  await change(id('1'), id('2'));
  expect(marked()).toEqual([id('1'), id('2')]);
  await change();
  expect(marked()).toEqual([]);
});

test('marks a reply of this tab before the service announces it, and no longer once it has ended here', async () => {
  const { running$, service, marked } = await open([], []);
  expect(marked()).toEqual([]);
  running$.next([id('2')]);
  expect(marked()).toEqual([id('2')]);
  service.running = [id('2')];
  running$.next([]);
  expect(marked()).toEqual([]);
});

test('keeps the mark of a reply whose tab was closed', async () => {
  const tab = await open([id('1')], [id('1')]);
  scopes.shift()!.end();
  expect((await open([], tab.service.running)).marked()).toEqual([id('1')]);
});

test('checks again from time to time while something is marked, for a page that gets no changes', async () => {
  const { service, reads, marked } = await open([], [id('1')]);
  service.running = [];
  await settled(31_000);
  expect(marked()).toEqual([]);
  const before = reads();
  await settled(120_000);
  expect(reads()).toBe(before);
});

test('retries without an answer, and stops with the screen', async () => {
  const { host, service, change, reads, marked } = await open([], []);
  host.service.answer(calls.chat.listChats, () => {
    throw new Unreachable();
  });
  await change();
  service.running = [id('3')];
  host.service.answer(calls.chat.listChats, () => ({ chats: [{ ...namedChat('Tea'), _id: id('3') }] }));
  await settled(1000);
  expect(marked()).toEqual([id('3')]);
  scopes.shift()!.end();
  const before = reads();
  await settled(120_000);
  expect(reads()).toBe(before);
});
