import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });

/** Starts a Redis that stores nothing on disk; throws one sentence if none is installed. */
export const startRedis = async (port: number): Promise<{ url: string; end(signal?: NodeJS.Signals): void }> => {
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: 'ignore',
    },
  );
  const missing = new Promise<never>((_, reject) => {
    child.once('error', () => reject(new Error('Redis is not installed: apt-get install redis-server.')));
  });
  const up = async () => {
    for (const since = Date.now(); !(await answers(port)); await pause(50))
      if (Date.now() - since > 20_000) throw new Error('Redis did not start.');
  };
  await Promise.race([up(), missing]);
  return { url: `redis://127.0.0.1:${port}`, end: (signal = 'SIGTERM') => void child.kill(signal) };
};
