import { createScope } from '@atrium/shared-kernel/remote';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import { fromPrompt } from '../reply/reply.ts';
import { viewStateOf } from './use-chat.ts';
import { newThread, type Thread, withMessage } from '../thread/thread.ts';

const setUp = () => {
  const scope = createScope();
  const thread: Thread = { ...newThread('t1'), messages: [fromPrompt('Hi', 'one', new Date())] };
  const thread$ = new BehaviorSubject(thread);
  const viewState$ = viewStateOf(thread$, scope);
  let seen = -1;
  viewState$.subscribe(() => {
    seen += 1;
  });
  const change = (part: object) => {
    thread$.next(withMessage(thread$.value, 'one', (message) => ({ ...message, ...part })));
    return seen;
  };
  return { scope, thread$, viewState$, change, seen: () => seen };
};

test('what a reply says while it streams changes nothing around it', () => {
  const { viewState$, change } = setUp();
  expect(change({ content: 'One', seq: 1 })).toBe(0);
  expect(change({ content: 'One two', seq: 2, thoughts: ['Hm'] })).toBe(0);
  expect(viewState$.value.messages[0]?.content).toBe('');
});

test.each([
  ['its end', { pending: false, streaming: false }],
  ['that it is waited for no more', { pending: false }],
  ['its name', { _id: 'a'.repeat(24) }],
  ['an agent that it drafted', { context: '{}' }],
])('%s does', (_, part) => {
  const { viewState$, change } = setUp();
  change({ content: 'One' });
  expect(change(part)).toBe(1);
  expect(viewState$.value.messages[0]).toMatchObject({ content: 'One', ...part });
});

test('a title, another message and another thread do', () => {
  const { thread$, viewState$, seen } = setUp();
  thread$.next({ ...thread$.value, title: 'Sky' });
  thread$.next({ ...thread$.value, messages: [...thread$.value.messages, fromPrompt('Two', 'two', new Date())] });
  thread$.next(newThread('t2'));
  expect(seen()).toBe(3);
  expect(viewState$.value.key).toBe('t2');
});

test.each([
  ['that comes later', {}, { failure: 'Try again.' }],
  ['that goes', { failure: 'Try again.' }, {}],
])('a field %s does', (_, before, now) => {
  const { thread$, seen } = setUp();
  const initial = thread$.value;
  thread$.next({ ...initial, ...before });
  const times = seen();
  thread$.next({ ...initial, ...now });
  expect(seen()).toBe(times + 1);
});

test('it ends with its scope', () => {
  const { scope, thread$, seen } = setUp();
  scope.end();
  thread$.next(newThread('t2'));
  expect(seen()).toBe(0);
});
