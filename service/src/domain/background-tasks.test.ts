import { expect, it, vi } from 'vitest';
import { createBackgroundTasks } from './background-tasks.ts';

it('queues work after what runs, and resolves when all of it has ended, also what it started itself', async () => {
  const background = createBackgroundTasks();
  const log = { error: vi.fn() };
  const order: string[] = [];
  background.run(log, 'Failed.', async () => {
    order.push('first');
    background.run(log, 'Failed.', async () => void order.push('second'));
  });
  order.push('answer');
  await background.settled();
  expect(order).toEqual(['answer', 'first', 'second']);
  expect(log.error).not.toHaveBeenCalled();
});

it('logs failures, and continues', async () => {
  const background = createBackgroundTasks();
  const log = { error: vi.fn() };
  const failure = new Error('The mail is broken.');
  background.run(log, 'A link was not sent.', () => Promise.reject(failure));
  await background.settled();
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ err: failure }, 'A link was not sent.');
});

it('ends work that takes long when the process ends, and logs only what failed for another reason', async () => {
  const background = createBackgroundTasks();
  const log = { error: vi.fn() };
  const { ending } = background;
  const untilTheEnd = (failure?: Error) => () =>
    new Promise((_, reject) => ending.addEventListener('abort', () => reject(failure ?? ending.reason)));
  const failure = new Error('The mail is broken.');
  background.run(log, 'Nothing was learned.', untilTheEnd());
  background.run(log, 'A link was not sent.', untilTheEnd(failure));
  await new Promise((resolve) => setImmediate(resolve));
  await background.close();
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ err: failure }, 'A link was not sent.');
});
