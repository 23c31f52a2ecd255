import { CallFailure } from '@atrium/shared-kernel/client';
import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { asyncScheduler, EMPTY, NEVER, type Observable, tap } from 'rxjs';
import { expect, test } from 'vitest';
import { type LiveMessage, fromPrompt, fromService, withItem } from '../reply/reply.ts';
import { storedMessage } from '../testing/replies.ts';
import { untilEnded } from './life-cycle.ts';

const created = Date.parse('2026-01-01T00:00:00.000Z');
const stored = (change: Partial<Message> = {}) =>
  storedMessage({ createdDate: new Date(created).toISOString(), ...change });
const pending = (change: Partial<Message> = {}) => stored({ pending: true, content: '', ...change });

interface Answers {
  readonly message?: LiveMessage;
  readonly fetch?: () => Observable<Message>;
  readonly follow?: (after: number) => Observable<readonly ReplyItem[]>;
  /** Milliseconds since the message was created, at the start. */
  readonly age?: number;
}

/** Virtual milliseconds since the start of the run. */
const now = () => asyncScheduler.now();

/** A pending message in virtual time. */
const setUp = ({ message: first, fetch, follow, age = 0 }: Answers) => {
  let message: LiveMessage | undefined = first ?? fromService(pending());
  const polls: number[] = [];
  const follows: { at: number; after: number }[] = [];
  const seen: string[] = [];
  const change = (apply: (one: LiveMessage) => LiveMessage) => {
    if (!message) return;
    message = apply(message);
    seen.push(message.content);
  };
  const ended$ = untilEnded({
    message: () => message,
    change,
    apply: (items) => change((one) => items.reduce(withItem, one)),
    fetch() {
      polls.push(now());
      return fetch?.() ?? EMPTY;
    },
    follow(_, after) {
      follows.push({ at: now(), after });
      return follow?.(after) ?? NEVER;
    },
    now: () => created + age + now(),
  });
  const put = (next?: LiveMessage) => {
    message = next;
  };
  return { ended$, polls, follows, seen, message: () => message, put, drop: () => put() };
};

const text = (seq: number, words: string): ReplyItem => ({ seq, type: 'text', text: words });
const end = (seq: number): ReplyItem => ({ seq, type: 'end', outcome: 'complete' });

test('polls after 1 s, then every 2.5 s, and ends with the message that the service has', () =>
  marbles(({ cold, expectObservable, flush }) => {
    const { ended$, polls, message } = setUp({
      fetch: () => cold('(m|)', { m: polls.length < 3 ? pending() : stored({ content: 'Done.' }) }),
    });
    expectObservable(ended$).toBe('6000ms |');
    flush();
    expect(polls).toEqual([1000, 3500, 6000]);
    expect(message()).toMatchObject({ content: 'Done.', pending: false });
  }));

test('a failed poll is followed by the next one', () =>
  marbles(({ cold, expectObservable, flush }) => {
    const { ended$, polls } = setUp({
      fetch: () => cold(polls.length < 2 ? '#' : '(m|)', { m: stored() }, new CallFailure(0, '', {}, 'offline')),
    });
    expectObservable(ended$).toBe('3500ms |');
    flush();
    expect(polls).toEqual([1000, 3500]);
  }));

test.each([
  // The polls are after 1, 3.5 and 6 s.
  ['exactly 15 minutes', 15 * 60_000 - 3500, '3500ms |', [1000]],
  ['a millisecond less, at the next poll', 15 * 60_000 - 3501, '6000ms |', [1000, 3500]],
])('fails at 15 minutes, and polls no more: %s', (_, age, ends, polled) =>
  marbles(({ expectObservable, flush }) => {
    const { ended$, polls, message } = setUp({ age });
    expectObservable(ended$).toBe(ends);
    flush();
    expect(polls).toEqual(polled);
    expect(message()).toMatchObject({ failed: true, pending: false });
  }),
);

test('fails at the first poll if the service never named it, without a request', () =>
  marbles(({ expectObservable, flush }) => {
    const sent = { ...fromPrompt('Hi', 'local', new Date(created)), streaming: false };
    const { ended$, polls, follows, message } = setUp({ message: sent });
    expectObservable(ended$).toBe('1000ms |');
    flush();
    expect([polls, follows]).toEqual([[], []]);
    expect(message()).toMatchObject({ failed: true, pending: false });
  }));

test('is announced once from its start, whatever was stored of it', () =>
  marbles(({ cold, expectObservable, flush }) => {
    const { ended$, seen, follows } = setUp({
      message: fromService(pending({ content: 'Half' })),
      follow: () => cold('a 99ms (b|)', { a: [text(1, 'Half')], b: [text(1, 'Half'), text(2, ' more'), end(3)] }),
    });
    expectObservable(ended$).toBe('100ms |');
    flush();
    expect(follows).toEqual([{ at: 0, after: 0 }]);
    expect(seen).toContain('Half');
    expect(seen.at(-1)).toBe('Half more');
    expect(seen.join()).not.toContain('HalfHalf');
  }));

test('a follow request that ends without `end` resumes where it stopped', () =>
  marbles(({ cold, expectObservable, flush }) => {
    const { ended$, follows, message } = setUp({
      follow: (after) =>
        after === 0 ? cold('(a|)', { a: [text(1, 'One')] }) : cold('(b|)', { b: [text(2, ' two'), end(3)] }),
    });
    expectObservable(ended$).toBe('2500ms |');
    flush();
    expect(follows).toEqual([
      { at: 0, after: 0 },
      { at: 2500, after: 1 },
    ]);
    expect(message()).toMatchObject({ content: 'One two', pending: false, streaming: false });
  }));

test('a follow that the network breaks is marked so, and is tried again', () =>
  marbles(({ cold, expectObservable, flush }) => {
    const { ended$, follows, message } = setUp({
      follow: () => cold('#', {}, new CallFailure(0, '', {}, 'offline')),
    });
    expectObservable(ended$, '^ 3s !').toBe('');
    flush();
    expect(follows.map(({ at }) => at)).toEqual([0, 2500]);
    expect(message()).toMatchObject({ pending: true, networkError: true, streaming: false });
  }));

test('a poll that finds it running leaves the stream alone', () =>
  marbles(({ cold, expectObservable, flush }) => {
    const { ended$, message } = setUp({
      age: 15 * 60_000,
      fetch: () => cold('(m|)', { m: pending({ content: 'stored' }) }),
      follow: () => cold('a 1999ms (b|)', { a: [text(1, 'One')], b: [text(2, ' two'), end(3)] }),
    });
    expectObservable(ended$).toBe('2000ms |');
    flush();
    expect(message()).toMatchObject({ content: 'One two', failed: false, pending: false });
  }));

test('events that come after a poll has ended it change nothing', () =>
  marbles(({ cold, expectObservable, flush }) => {
    const { ended$, message } = setUp({
      fetch: () => cold('(m|)', { m: stored({ content: 'One two' }) }),
      follow: () => cold('a 1999ms (b|)', { a: [text(1, 'One')], b: [text(2, ' two'), end(3)] }),
    });
    expectObservable(ended$).toBe('1000ms |');
    flush();
    expect(message()).toMatchObject({ content: 'One two', pending: false, streaming: false });
  }));

test('stops polling once its thread is closed', () =>
  marbles(({ cold, expectObservable, flush }) => {
    const { ended$, polls, drop } = setUp({ fetch: () => cold('|'), follow: () => cold('|') });
    expectObservable(cold('1500ms (d|)').pipe(tap(drop))).toBe('1500ms (d|)');
    expectObservable(ended$).toBe('3500ms |');
    flush();
    expect(polls).toEqual([1000]);
  }));

test('a stream that another branch interrupted adds nothing to the message that comes back', () =>
  marbles(({ cold, expectObservable, flush }) => {
    const { ended$, message, put } = setUp({
      follow: () => cold('a 999ms b', { a: [text(1, 'One')], b: [text(2, ' two')] }),
    });
    const again = fromService(pending({ content: 'One' }));
    expectObservable(cold('500ms (d|)').pipe(tap(() => put(again)))).toBe('500ms (d|)');
    expectObservable(ended$, '^ 1500ms !').toBe('');
    flush();
    expect(message()).toEqual(again);
  }));
