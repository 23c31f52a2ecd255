import { readFileSync } from 'node:fs';

/** Information about a process; undefined if it is gone, or if the system has no /proc. */
export interface ProcessTable {
  readonly parent: (pid: number) => number | undefined;
  readonly command: (pid: number) => string;
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
const system: ProcessTable = {
  parent: (pid) => Number(/\)\s\S\s(\d+)/.exec(read(`/proc/${pid}/stat`))?.[1]) || undefined,
  command: (pid) => read(`/proc/${pid}/cmdline`),
};

const launches = (command: string) => /^(npm|npx|pnpm)\b/.test(command);

/**
 * The processes from this one up to the `npm` that started it, as links from child to parent; empty if no npm started
 * it.
 */
export const launcherChain = (pid: number, table: ProcessTable = system): (readonly [number, number])[] => {
  const links: (readonly [number, number])[] = [];
  for (let child = pid, parent = table.parent(pid); parent && parent > 1;) {
    links.push([child, parent]);
    child = parent;
    parent = table.parent(child);
  }
  return links.slice(0, links.findLastIndex(([, parent]) => launches(table.command(parent))) + 1);
};

export const isBroken = (chain: readonly (readonly [number, number])[], table: ProcessTable = system): boolean =>
  chain.some(([child, parent]) => table.parent(child) !== parent);

const interval = 500;

/**
 * Calls `gone` once when the npm that started this process has ended. npm passes signals only to its shell, so this
 * process would not notice.
 */
export const watchLauncher = (gone: () => void): void => {
  const chain = launcherChain(process.pid);
  if (chain.length === 0) return;
  const timer = setInterval(() => {
    if (!isBroken(chain)) return;
    clearInterval(timer);
    gone();
  }, interval);
  timer.unref();
};
