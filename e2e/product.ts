import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..');

/** The whole product in a child process, as `npm start` runs it. */
export interface Product {
  readonly url: string;
  readonly data: string;
  readonly pid: number;
  /** The port on 127.0.0.1, whatever its public address is. */
  readonly port: number;
  /** Its output lines so far. */
  readonly output: readonly string[];
  /** Process id of the running service; undefined while it is down. */
  servicePid(): number | undefined;
  stop(): Promise<void>;
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

/** Whether a server listens there. */
export const connects = (port: number, address = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, address);
    const answer = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** The child of `parent` whose command line contains `part`. */
export const childOf = (parent: number, part: string): number | undefined =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      const ppid = /\)\s\S\s(\d+)/.exec(read(`/proc/${pid}/stat`))?.[1];
      return ppid === String(parent) && read(`/proc/${pid}/cmdline`).includes(part);
    });

const exited = (child: ChildProcess): Promise<void> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once('exit', () => resolve()))
    : Promise.resolve();

/**
 * Starts the product on a free port and waits for its `Ready:` line; rejects with its output if it ends before that.
 */
export const startProduct = async (data: string, env: Record<string, string> = {}): Promise<Product> => {
  const port = await freePort();
  const child = spawn(process.execPath, ['deploy/local/start.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), ATRIUM_DATA: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        output.push(line);
        const ready = /^Ready: (\S+)$/.exec(line)?.[1];
        if (ready) resolve(ready);
      });
    child.once('exit', (code) => reject(new Error(`The product ended with code ${code}:\n${output.join('\n')}`)));
  });
  const pid = child.pid ?? 0;
  return {
    url,
    data,
    pid,
    port,
    output,
    servicePid: () => childOf(pid, 'service/src/main.ts'),
    async stop() {
      child.kill('SIGTERM');
      await exited(child);
    },
  };
};
