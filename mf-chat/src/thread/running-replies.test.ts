import * as events from '@atrium/shared-kernel/contracts/events';
import { createScope } from '@atrium/shared-kernel/remote';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tellRunningReplies } from './running-replies.ts';

const id = (digit: string) => digit.repeat(24);

/** Passes on at once, to all others of the same name. */
class FakeChannel extends EventTarget {
  static readonly open = new Set<FakeChannel>();
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    FakeChannel.open.add(this);
  }
  postMessage(data: unknown) {
    for (const other of FakeChannel.open)
      if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data }));
  }
  close() {
    FakeChannel.open.delete(this);
  }
}

/** What another tab says. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
const say = (data: unknown) => new FakeChannel('atrium.replies').postMessage(data);

const scopes: ReturnType<typeof createScope>[] = [];
const tab = (...ids: string[]) => {
  const scope = createScope();
  scopes.push(scope);
  const { bus } = createFakeHost();
  const running$ = new BehaviorSubject<readonly string[]>(ids);
  let known: readonly string[] | undefined;
  bus.on(events.chat.repliesChanged).subscribe(({ chatIds }) => (known = chatIds));
  tellRunningReplies({ bus, scope }, running$);
  return { scope, running$, known: () => known };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', FakeChannel);
});
afterEach(() => {
  for (const scope of scopes.splice(0)) scope.end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a tab knows the replies of the others, also those that ran before it was there', () => {
  const one = tab(id('1'));
  const two = tab();
  expect([one.known(), two.known()]).toEqual([[id('1')], [id('1')]]);
  two.running$.next([id('2')]);
  expect([one.known(), two.known()]).toEqual([
    [id('1'), id('2')],
    [id('1'), id('2')],
  ]);
  one.running$.next([]);
  expect([one.known(), two.known()]).toEqual([[id('2')], [id('2')]]);
});

test('the replies of a tab that is closed, or was killed, are marked no more', () => {
  const one = tab();
  const two = tab(id('2'));
  expect(one.known()).toEqual([id('2')]);
  two.scope.end();
  expect(one.known()).toEqual([]);
  say({ tab: 'killed', chatIds: [id('3')] });
  vi.advanceTimersByTime(120_000);
  expect(one.known()).toEqual([id('3')]);
  vi.advanceTimersByTime(90_000);
  expect(one.known()).toEqual([]);
});

test('a tab that says nothing sensible changes nothing, and a browser without channels marks its own', () => {
  const one = tab(id('1'));
  for (const data of [undefined, null, 'x', { chatIds: [id('3')] }, { tab: 'x', chatIds: ['no id', 7] }]) say(data);
  expect(one.known()).toEqual([id('1')]);
  vi.stubGlobal('BroadcastChannel', undefined);
  expect(tab(id('2')).known()).toEqual([id('2')]);
});
