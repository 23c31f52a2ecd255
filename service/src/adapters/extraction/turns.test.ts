import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const started = (atOnce: number) => {
  const take = createTurns(atOnce);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const run = (owner: string, name: string) =>
    take(owner, async () => {
      order.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endOne = async () => {
    ends.shift()?.();
    await settle();
  };
  return { run, order, endOne, settle };
};

it('lets only so many through at a time, in their order', async () => {
  const { run, order, endOne, settle } = started(2);
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  await settle();
  expect(order).toEqual(['a1', 'a2']);
  await endOne();
  expect(order).toEqual(['a1', 'a2', 'a3']);
});

it('does not let one person’s many files keep others waiting', async () => {
  const { run, order, endOne, settle } = started(2);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void run('a', name);
  for (const name of ['b1', 'b2']) void run('b', name);
  await settle();
  for (let index = 0; index < 5; index += 1) await endOne();
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a5']);
});

it('gives persons who have nothing under way their turns one after the other', async () => {
  const { run, order, endOne, settle } = started(1);
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  for (const name of ['b1', 'b2']) void run('b', name);
  await settle();
  for (let index = 0; index < 4; index += 1) await endOne();
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

it('goes on after work that fails', async () => {
  const take = createTurns(1);
  await expect(take('a', () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
  expect(await take('b', async () => 'Yes.')).toBe('Yes.');
});
