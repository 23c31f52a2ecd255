import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { existsSync } from 'node:fs';
import { Redis } from 'ioredis';
import type { RespServer } from './resp-server.ts';

/** Whether this machine has a Redis. */
export const hasRedis = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'redis-server')));

/** Lets `ms` pass for all that is stored: everything ends, and every score of a set is, that much earlier. */
const age = async (redis: Redis, ms: number): Promise<void> => {
  for (const key of await redis.keys('*')) {
    if ((await redis.type(key)) === 'zset')
      for (const member of await redis.zrange(key, '0', '-1')) await redis.zincrby(key, -ms, member);
    const left = await redis.pttl(key);
    if (left >= 0) await redis.pexpire(key, left - ms);
  }
};

/** The Redis of this machine, in a process of its own behind a door that can be shut. */
export const startRedis = async (): Promise<RespServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-redis-'));
  const path = join(folder, 'socket');
  const options = ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', folder];
  const child = spawn('redis-server', options, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const direct = new Redis({ path, retryStrategy: () => 50 });
  // It is asked again until it listens.
  direct.on('error', () => undefined);
  await direct.ping();

  const sockets = new Set<Socket>();
  let isDown = false;
  const door = createServer((socket) => {
    if (isDown) return void socket.destroy();
    const inside = connect(path);
    for (const [one, other] of [
      [socket, inside],
      [inside, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => void (sockets.delete(one), other.destroy()));
      one.pipe(other);
    }
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  return {
    url: `redis://127.0.0.1:${(door.address() as AddressInfo).port}`,
    pass: (ms) => age(direct, ms),
    down(next) {
      isDown = next;
      if (next) for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      door.close();
      direct.disconnect();
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
