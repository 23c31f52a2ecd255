import { expect, it } from 'vitest';
import { createTurns, type TurnsOptions } from './turns.ts';

const started = (atOnce: number, options: TurnsOptions = {}) => {
  const turns = createTurns(atOnce, options);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const run = (owner: string, name: string) =>
    turns.run(owner, async () => {
      order.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endOne = async () => {
    ends.shift()?.();
    await settle();
  };
  return { run, order, endOne, settle, isFull: turns.isFull };
};

it('runs only so many at a time, in their order', async () => {
  const { run, order, endOne, settle } = started(2);
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  await settle();
  expect(order).toEqual(['a1', 'a2']);
  await endOne();
  expect(order).toEqual(['a1', 'a2', 'a3']);
});

it('does not let one user’s many files delay others', async () => {
  const { run, order, endOne, settle } = started(2);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void run('a', name);
  for (const name of ['b1', 'b2']) void run('b', name);
  await settle();
  for (let index = 0; index < 5; index += 1) await endOne();
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a5']);
});

it('gives users who have nothing running their turns one after the other', async () => {
  const { run, order, endOne, settle } = started(1);
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  for (const name of ['b1', 'b2']) void run('b', name);
  await settle();
  for (let index = 0; index < 4; index += 1) await endOne();
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

it('continues after work that fails', async () => {
  const turns = createTurns(1);
  await expect(turns.run('a', () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
  expect(await turns.run('b', async () => 'Yes.')).toBe('Yes.');
});

it('queues one user’s work behind their own, and keeps a slot free for the next user', async () => {
  const { run, order, endOne, settle } = started(2, { each: 1 });
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  await settle();
  expect(order).toEqual(['a1']);
  void run('b', 'b1');
  void run('c', 'c1');
  await settle();
  expect(order).toEqual(['a1', 'b1']);
  await endOne();
  expect(order).toEqual(['a1', 'b1', 'c1']);
  await endOne();
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2']);
});

it('is full for one user, and for all, once too many wait', async () => {
  const { run, endOne, settle, isFull } = started(2, { each: 1, waiting: { each: 2, all: 3 } });
  for (const name of ['a1', 'a2']) void run('a', name);
  expect(isFull('a')).toBe(false);
  void run('a', 'a3');
  expect([isFull('a'), isFull('b')]).toEqual([true, false]);
  for (const name of ['b1', 'b2']) void run('b', name);
  expect([isFull('b'), isFull('c')]).toEqual([true, true]);
  for (let index = 0; index < 2; index += 1) await endOne();
  await settle();
  expect([isFull('a'), isFull('c')]).toEqual([false, false]);
});
