import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from '../../db/error-code.ts';
import { execFileSync } from 'node:child_process';

/** Identifies a process by its id and start time, because ids are reused. Undefined if there is no such process. */
export const processStamp = (pid: number): string | undefined => {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [state, started] = [fields[0], fields[19]];
      return state === 'Z' || started === undefined ? undefined : `${pid} ${started}`;
    }
    return `${pid} ${execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).trim()}`;
  } catch {
    // No such process: it has ended.
    return undefined;
  }
};

/** The command of a running process, such as `postgres`; undefined if it has ended or its command is unknown. */
const processCommand = (pid: number): string | undefined => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).trim();
  } catch {
    // No such process: it has ended.
    return undefined;
  }
};

const step = 50;

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

/** Creates a file with its content in one atomic step. Returns false if it exists already. */
const createLock = (path: string, content: string): boolean => {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
};

/**
 * Locks the data folder for this process. The file `owner` in it names the process that holds the lock. Waits up to
 * `timeout` milliseconds for another process to end, and then throws an error that names it. Returns how to unlock.
 */
export const lockFolder = async (folder: string, timeout = 10_000): Promise<() => void> => {
  const path = join(folder, 'owner');
  const own = processStamp(process.pid) ?? String(process.pid);
  for (let waited = 0; ;) {
    if (createLock(path, own)) break;
    const owner = read(path);
    if (owner === undefined) continue;
    const pid = Number(owner.split(' ')[0]);
    if (processStamp(pid) !== owner) {
      rmSync(path, { force: true });
      continue;
    }
    if (waited >= timeout)
      throw new Error(
        `The data folder ${folder} is in use by another Atrium (process ${pid}). Stop it, or choose another folder with ATRIUM_DATA.`,
      );
    waited += step;
    await pause(step);
  }
  return () => {
    if (read(path) === own) rmSync(path, { force: true });
  };
};

const isAlive = (pid: number) => processStamp(pid) !== undefined;

/**
 * Waits for the PostgreSQL of an earlier run, which stops by itself once its Atrium has ended. Sends it a signal after
 * `timeout` milliseconds, and throws after twice that time. Removes its lock if the process it names is not PostgreSQL.
 */
export const awaitFormerPostmaster = async (data: string, timeout = 15_000): Promise<void> => {
  const path = join(data, 'postmaster.pid');
  for (let waited = 0; ; waited += step) {
    const pid = Number(read(path)?.split('\n')[0]);
    if (!pid || !isAlive(pid)) return;
    if (!processCommand(pid)?.includes('postgres')) {
      rmSync(path, { force: true });
      return;
    }
    if (waited === timeout) process.kill(pid, 'SIGINT');
    if (waited >= timeout * 2)
      throw new Error(`A PostgreSQL of an earlier run (process ${pid}) does not stop. Kill it and start Atrium again.`);
    await pause(step);
  }
};
