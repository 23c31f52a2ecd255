import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { existsSync } from 'node:fs';
import { Redis } from 'ioredis';
import type { RespServer } from './resp-server.ts';

/** Whether Redis is installed on this machine. */
export const hasRedis = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'redis-server')));

/** Makes everything stored `ms` older: expiry times and the scores of sorted sets move back. */
const age = async (redis: Redis, ms: number): Promise<void> => {
  for (const key of await redis.keys('*')) {
    if ((await redis.type(key)) === 'zset')
      for (const member of await redis.zrange(key, '0', '-1')) await redis.zincrby(key, -ms, member);
    const ttl = await redis.pttl(key);
    if (ttl >= 0) await redis.pexpire(key, ttl - ms);
  }
};

/** Starts this machine's Redis behind a proxy that can cut all connections. */
export const startRedis = async (): Promise<RespServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-redis-'));
  const path = join(folder, 'socket');
  const options = ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', folder];
  const child = spawn('redis-server', options, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const direct = new Redis({ path, retryStrategy: () => 50 });
  // Connecting is retried until it listens.
  direct.on('error', () => undefined);
  await direct.ping();

  const sockets = new Set<Socket>();
  let isDown = false;
  const proxy = createServer((socket) => {
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
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    pass: (ms) => age(direct, ms),
    down(next) {
      isDown = next;
      if (next) for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      direct.disconnect();
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
