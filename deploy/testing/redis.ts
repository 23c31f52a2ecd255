import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startRedis } from './system-redis.ts';
import { freePort } from './free-port.ts';
import { runCommand } from '../ci/run-command.ts';
import { workspace } from '../release/data-folder.ts';

export interface RunningRedis {
  readonly url: string;
  end(): void;
}

const isInstalled = async (): Promise<boolean> =>
  (await runCommand('sh', ['-c', 'command -v redis-server'])).code === 0;

const install = async (): Promise<void> => {
  if (process.getuid?.() !== 0) return;
  await runCommand('apt-get', ['update', '-qq']);
  await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
};

const startStandIn = async (): Promise<RunningRedis> => {
  const child = spawn(process.execPath, [join(workspace, 'service/src/testing/redis-stand-in.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { url: line.replace('Listening: ', ''), end: () => void child.stdin.end() };
};

/** Starts a Redis: the system's, one that is installed now if permitted, otherwise a stand-in for its protocol. */
export const startAnyRedis = async (): Promise<RunningRedis> => {
  if (!(await isInstalled())) await install();
  return (await isInstalled()) ? startRedis(await freePort()) : startStandIn();
};
