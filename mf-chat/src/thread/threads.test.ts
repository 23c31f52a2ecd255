import { expect, test } from 'vitest';
import { fromPrompt } from '../reply/reply.ts';
import { createThreads } from './threads.ts';

const [one, two] = ['1'.repeat(24), '2'.repeat(24)];

test('chats are running while a reply of theirs is on its way, also behind the one on the screen', () => {
  const threads = createThreads();
  const seen: string[][] = [];
  threads.running$.subscribe((ids) => seen.push([...ids]));
  const send = (chatId: string) => {
    const { key } = threads.show({ chatId });
    threads.change(key, (thread) => ({ ...thread, messages: [fromPrompt('Why?', 'm', new Date())] }));
    return key;
  };
  const first = send(one);
  const second = send(two);
  threads.change(first, (thread) => ({ ...thread, title: 'Still on its way' }));
  const end = (key: string) => threads.changeMessage(key, 'm', (message) => ({ ...message, pending: false }));
  end(first);
  threads.show({});
  threads.drop(two);
  end(second);
  expect(seen).toEqual([[], [one], [two, one], [two], []]);
});
