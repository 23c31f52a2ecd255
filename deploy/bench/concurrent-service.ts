import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspace } from '../release/data-folder.ts';

export interface Instance {
  readonly url: string;
  readonly pid: number;
  /** Resident memory of the process, in bytes. */
  memory(): number;
  /** Event loop delay since the last call: the 99th percentile, in milliseconds. */
  lateness(): Promise<number>;
  /** Resident memory after the most thorough garbage collection, which also gives unused pages back, in bytes. */
  collected(): Promise<number>;
  /** Resolves once no work of finished replies is still running. */
  settled(): Promise<void>;
  /** Processor time of the process, in milliseconds. */
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
    // By then, the work that starts at the end of a reply has started.
    setTimeout(settle, 10);
  }
  if (message === 'collect') {
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    process.send(process.memoryUsage.rss());
  }
  if (message !== 'lateness') return;
  process.send(delay.percentile(99) / 1e6);
  delay.reset();
});`;
/** Milliseconds of one tick of the kernel's clock, the unit of the process times in /proc. */
const tick = 10;

/** Starts an instance of the service in a process of its own, on a free port. */
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
  const request = (what: 'lateness' | 'collect' | 'settled'): Promise<number> =>
    new Promise((resolve) => {
      child.once('message', resolve);
      child.send(what);
    });
  return {
    url,
    pid: child.pid ?? 0,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024,
    lateness: () => request('lateness'),
    collected: () => request('collect'),
    async settled() {
      await request('settled');
    },
    processorTime() {
      // The fields start after the process name, which is in parentheses and may contain spaces.
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
