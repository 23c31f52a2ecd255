import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from '../../db/error-code.ts';
import { execFileSync } from 'node:child_process';

/** Names one process beyond the reuse of its id: the id and when it started. None if there is no such process. */
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

/** The command of a live process, as `postgres`; none if it has ended or its command is not known. */
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

/** Puts a file there with its whole content at once; false where there is one already. */
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
 * Takes the data folder for this process; the file `owner` in it names the process that has it. Waits for one that is
 * about to leave, `patience` milliseconds; one that stays is named in a sentence. Returns what gives the folder back.
 */
export const lockFolder = async (folder: string, patience = 10_000): Promise<() => void> => {
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
    if (waited >= patience)
      throw new Error(
        `The data folder ${folder} is in use by another Atrium (process ${pid}). End it, or choose another folder with ATRIUM_DATA.`,
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
 * Waits for a PostgreSQL of an earlier run, which stops by itself once its Atrium is gone; hurries it after
 * `patience` milliseconds. Removes its lock if it names a process that is no PostgreSQL.
 */
export const awaitFormerPostmaster = async (data: string, patience = 15_000): Promise<void> => {
  const path = join(data, 'postmaster.pid');
  for (let waited = 0; ; waited += step) {
    const pid = Number(read(path)?.split('\n')[0]);
    if (!pid || !isAlive(pid)) return;
    if (!processCommand(pid)?.includes('postgres')) {
      rmSync(path, { force: true });
      return;
    }
    if (waited === patience) process.kill(pid, 'SIGINT');
    if (waited >= patience * 2)
      throw new Error(`A PostgreSQL of an earlier run (process ${pid}) does not stop. End it and start Atrium again.`);
    await pause(step);
  }
};
