import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentHash } from './workspace-builds.ts';

let root = '';
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const hash = (name = 'mf-a') => contentHash(root, name, 'production');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-hash-'));
  write('pnpm-lock.yaml', 'one');
  write('shared-kernel/bus/bus.ts', 'bus');
  write('deploy/build/preset.ts', 'preset');
  write('mf-a/src/a.ts', 'a');
  write('mf-b/src/b.ts', 'b');
});
afterEach(() => rmSync(root, { recursive: true }));

test.each([
  ['its own source', 'mf-a/src/a.ts'],
  ['a new file of its own', 'mf-a/src/new.css'],
  ['the kernel', 'shared-kernel/bus/bus.ts'],
  ['how it is built', 'deploy/build/preset.ts'],
  ['the lockfile', 'pnpm-lock.yaml'],
])('a build is another one when %s changes', (_, file) => {
  const before = hash();
  write(file, 'something else, and longer');
  expect(hash()).not.toBe(before);
});

test.each([['mf-b/src/b.ts'], ['mf-a/src/a.test.ts'], ['mf-a/README.md'], ['mf-a/node_modules/x/index.js']])(
  'a build stays the same when %s changes',
  (file) => {
    const before = hash();
    write(file, 'something else, and longer');
    expect(hash()).toBe(before);
  },
);

test('a build for development is another one than that for production', () => {
  expect(contentHash(root, 'mf-a', 'development')).not.toBe(hash());
});
