import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

const day = 86_400_000;
const host = () => hostname().replaceAll(/[^\w.-]/g, '');

/** A name for what this process makes beside something, which says whose it is. */
export const ownName = (): string => `${host()}~${process.pid}~${randomUUID()}`;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is alive as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Removes what processes that were killed left in a folder: those of this machine at once, of others after a day. */
export const removeAbandoned = (folder: string, now = Date.now()): void => {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [of, pid] = name.split('~');
    const path = join(folder, name);
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (of === host() ? !isAlive(Number(pid)) : age > day) rmSync(path, { recursive: true, force: true });
  }
};
