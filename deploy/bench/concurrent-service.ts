import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspace } from '../release/data-folder.ts';

export interface Instance {
  readonly url: string;
  readonly pid: number;
  /** Resident memory of its process, in bytes. */
  memory(): number;
  /** Milliseconds of its event loop: how late it was, for 99 of 100 turns, since this was asked last. */
  lateness(): Promise<number>;
  /** The same memory once its garbage has been collected. */
  collected(): Promise<number>;
  /** Resolves once nothing is running behind replies. */
  settled(): Promise<void>;
  /** Milliseconds of processor time that its process has had. */
  processorTime(): number;
  end(signal?: NodeJS.Signals): Promise<void>;
}

const probe = `
import { subscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
let behind = 0;
let waiting = false;
const settle = () => {
  if (!waiting || behind > 0) return;
  waiting = false;
  process.send('settled');
};
subscribe('atrium.background', (running) => {
  behind = running;
  settle();
});
process.on('message', (message) => {
  if (message === 'settled') {
    waiting = true;
    // What the end of a reply begins has begun by then.
    setTimeout(settle, 10);
  }
  if (message === 'collect') {
    collect();
    process.send(process.memoryUsage.rss());
  }
  if (message !== 'lateness') return;
  process.send(delay.percentile(99) / 1e6);
  delay.reset();
});`;
/** Milliseconds of one tick of the kernel's clock, in which it counts the time of processes. */
const tick = 10;

/** One instance of the service in a process of its own, on any port. */
export const startInstance = async (env: NodeJS.ProcessEnv): Promise<Instance> => {
  const data = mkdtempSync(join(tmpdir(), 'atrium-instance-'));
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(probe)}`, join(workspace, 'service/src/main.ts')],
    {
      env: { ...process.env, LOG_LEVEL: 'warn', ATRIUM_DATA: data, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout!).on('line', (line) => {
      if (line.startsWith('{"ready":true')) resolve((JSON.parse(line) as { address: string }).address);
    });
    child.once('exit', (code) => reject(new Error(`An instance ended with ${code}.`)));
  });
  const ask = (what: 'lateness' | 'collect' | 'settled'): Promise<number> =>
    new Promise((resolve) => {
      child.once('message', resolve);
      child.send(what);
    });
  return {
    url,
    pid: child.pid ?? 0,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024,
    lateness: () => ask('lateness'),
    collected: () => ask('collect'),
    async settled() {
      await ask('settled');
    },
    processorTime() {
      // Behind the name, which is in brackets and may hold spaces.
      const [, fields = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
      const [user, system] = fields.split(' ').slice(11, 13);
      return (Number(user) + Number(system)) * tick;
    },
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      await exited;
      rmSync(data, { recursive: true, force: true });
    },
  };
};
