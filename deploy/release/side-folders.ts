import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

const day = 86_400_000;
const host = () => hostname().replaceAll(/[^\w.-]/g, '');

/** A name for a temporary folder of this process, from which its owner can be recognized. */
export const ownName = (): string => `${host()}~${process.pid}~${randomUUID()}`;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The error means that the process belongs to another user, so it is alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Removes what killed processes left in a folder: those of this machine at once, those of others after a day. */
export const removeAbandoned = (folder: string, now = Date.now()): void => {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [of, pid] = name.split('~');
    const path = join(folder, name);
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (of === host() ? !isAlive(Number(pid)) : age > day) rmSync(path, { recursive: true, force: true });
  }
};
