import { expect, it, vi } from 'vitest';
import { createAside } from './aside.ts';

it('begins work after what runs, and tells when all of it has ended, also what it began itself', async () => {
  const aside = createAside();
  const log = { error: vi.fn() };
  const order: string[] = [];
  aside.run(log, 'Failed.', async () => {
    order.push('first');
    aside.run(log, 'Failed.', async () => void order.push('second'));
  });
  order.push('answer');
  await aside.settled();
  expect(order).toEqual(['answer', 'first', 'second']);
  expect(log.error).not.toHaveBeenCalled();
});

it('logs what fails, and goes on', async () => {
  const aside = createAside();
  const log = { error: vi.fn() };
  const failure = new Error('The mail is broken.');
  aside.run(log, 'A link was not sent.', () => Promise.reject(failure));
  await aside.settled();
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ err: failure }, 'A link was not sent.');
});
