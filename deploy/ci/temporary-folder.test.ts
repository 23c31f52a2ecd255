import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from './temporary-folder.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const withCleanup = (folder: string) => {
  made.push(folder);
  return folder;
};

describe('the folder for temporary files of a run', () => {
  it('is empty, runs programs, and everybody may write to it as to the folder of the system', () => {
    const folder = withCleanup(makeTemporaryFolder());
    expect(statSync(folder).mode & 0o7777).toBe(0o1777);
    expect(existsSync(join(folder, 'program'))).toBe(false);
    const program = join(folder, 'mine');
    writeFileSync(program, '#!/bin/sh\necho ran\n', { mode: 0o755 });
    expect(spawnSync(program, { encoding: 'utf8' }).stdout).toBe('ran\n');
  });

  it('is on the disk where memory runs no programs, and leaves nothing there', () => {
    const memory = withCleanup(mkdtempSync(join(tmpdir(), 'atrium-no-programs-')));
    const folder = withCleanup(
      makeTemporaryFolder(
        'atrium-verify-',
        () => memory,
        () => false,
      ),
    );
    expect(dirname(folder)).toBe(tmpdir());
    expect(statSync(folder).mode & 0o7777).toBe(0o1777);
    expect(existsSync(memory)).toBe(false);
  });
});
