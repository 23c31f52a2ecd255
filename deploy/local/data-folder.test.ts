import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDataFolder, checkUnused } from './data-folder.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-data-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('a data folder is made with the folders above it', () => {
  checkDataFolder(join(root, 'a/b'));
  expect(statSync(join(root, 'a/b')).isDirectory()).toBe(true);
});

test.each(['file', 'file/below'])('a data folder at the file “%s” is reported in one sentence', (path) => {
  writeFileSync(join(root, 'file'), '');
  expect(() => checkDataFolder(join(root, path))).toThrow(
    `${join(root, 'file')} is a file: set ATRIUM_DATA to a writable folder.`,
  );
});

test('a second product on the data folder of a running one is refused, and allowed when that has ended', async () => {
  const socketPath = join(root, 'service.sock');
  const running = createServer();
  await new Promise<void>((resolve) => running.listen(socketPath, resolve));
  await expect(checkUnused(socketPath, root, 1)).rejects.toThrow(`${root} is in use by another Atrium`);
  await new Promise((done) => {
    running.close(done);
  });
  await expect(checkUnused(socketPath, root, 1)).resolves.toBeUndefined();
});
