import { expect, test } from 'vitest';
import { isBroken, launcherChain, type ProcessTable } from './launcher.ts';

const table = (rows: Record<number, readonly [parent: number, command: string]>): ProcessTable => ({
  parent: (pid) => rows[pid]?.[0],
  command: (pid) => rows[pid]?.[1] ?? '',
});
const called = {
  9: [8, 'node start.ts'],
  8: [7, 'pnpm run product'],
  7: [6, 'sh -c npx'],
  6: [5, 'npm start'],
  5: [1, 'bash'],
} as const;

test('a product that npm started follows the chain up to that npm, and not the shell above it', () => {
  const chain = launcherChain(9, table(called));
  expect(chain).toEqual([
    [9, 8],
    [8, 7],
    [7, 6],
  ]);
  expect(isBroken(chain, table(called))).toBe(false);
  expect(isBroken(chain, table({ ...called, 6: [1, 'npm start'] }))).toBe(false);
});

test('the chain is broken when npm or its shell has exited', () => {
  const chain = launcherChain(9, table(called));
  expect(isBroken(chain, table({ ...called, 7: [1, 'sh -c npx'] }))).toBe(true);
  expect(isBroken(chain, table({ ...called, 8: [1, 'pnpm run product'] }))).toBe(true);
});

test('a product that a shell started by itself follows no parent', () => {
  expect(launcherChain(9, table({ 9: [5, 'node start.ts'], 5: [1, 'bash'] }))).toEqual([]);
});
