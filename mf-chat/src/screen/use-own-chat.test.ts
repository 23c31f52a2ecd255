import { act, renderHook } from '@testing-library/react';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatId, messageId } from '../testing/replies.ts';
import { newThread, type Thread } from '../thread/thread.ts';
import { useOwnChat } from './use-own-chat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const other = 'e'.repeat(24);
const ready = (source: Partial<Thread>): Thread => ({ ...newThread('1', source), load: 'ready' });
const own = (first: Thread) => {
  const chosenMessages: unknown[] = [];
  const choose = (one: unknown) => void chosenMessages.push(one);
  const model = { thread$: new BehaviorSubject(first) };
  const hook = renderHook((thread) => useOwnChat(thread, model, choose), { initialProps: first });
  return { ...hook, chosenMessages };
};
const settle = () => act(() => void vi.advanceTimersByTime(1000));

test('a chat has a context once it stood for a second, and the next one after another second', () => {
  const { result, rerender, chosenMessages } = own(ready({ chatId }));
  expect(result.current).toMatchObject({ chatId, settled: false });
  settle();
  expect(result.current?.settled).toBe(true);
  result.current?.show(messageId);
  expect(chosenMessages).toEqual([{ chatId, messageId }]);
  rerender(ready({ chatId: other }));
  expect(result.current).toMatchObject({ chatId: other, settled: false });
  settle();
  expect(result.current?.settled).toBe(true);
});

test('a new chat, one that loads, one that was shared and an interview have none', () => {
  const others = [
    ready({}),
    newThread('1', { chatId }),
    ready({ shareId: 'abc' }),
    ready({ chatId, fn: 'agentCreator' }),
  ];
  for (const thread of others) {
    const { result } = own(thread);
    settle();
    expect(result.current).toBeUndefined();
  }
});
