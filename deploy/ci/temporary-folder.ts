import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMemoryFolder } from '@atrium/shared-kernel/testing/memory-folder';

/** Containers may mount memory without permission to run programs, which tests of deployment need. */
const runsPrograms = (folder: string): boolean => {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
};

/**
 * Creates a folder for the temporary files of a whole run, for TMPDIR. It is in memory if programs may run from there,
 * since tests write thousands of small files, otherwise on disk. The caller removes it.
 */
export const makeTemporaryFolder = (
  prefix = 'atrium-verify-',
  makeFolder: (prefix: string) => string = makeMemoryFolder,
  mayRun: (folder: string) => boolean = runsPrograms,
): string => {
  let folder = makeFolder(prefix);
  if (!mayRun(folder)) {
    rmSync(folder, { recursive: true });
    folder = mkdtempSync(join(tmpdir(), prefix));
  }
  // Same permissions as the system's own folder: if a test runs as root, PostgreSQL runs as a user without privileges.
  chmodSync(folder, 0o1777);
  return folder;
};
