import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
export const processCommand = (pid: number): string | undefined => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).trim();
  } catch {
    // No such process: it has ended.
    return undefined;
  }
};
