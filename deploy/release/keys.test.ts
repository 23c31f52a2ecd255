import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { signingKey, trustedKeys } from './keys.ts';

test('a key file that cannot be read is reported in one sentence, with its variable and the user who tried', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // The tests may run as root, who can read any file, but nobody can read a folder as one.
  const sentence = (variable: string) =>
    `${variable} is a file that the user ${process.getuid?.()} cannot read: ${folder}`;
  expect(() => signingKey(folder, { ATRIUM_RELEASE_KEY: folder })).toThrow(sentence('ATRIUM_RELEASE_KEY'));
  expect(() => trustedKeys(folder, { ATRIUM_RELEASE_TRUST: folder })).toThrow(sentence('ATRIUM_RELEASE_TRUST'));
});
