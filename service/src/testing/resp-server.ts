import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { RateLimiterRedis } from 'rate-limiter-flexible';

/** The answer to a Redis command. */
type Reply = string | number | null | Error | readonly Reply[];

interface Entry {
  value: number | Map<string, number>;
  /** Milliseconds by the server's clock; undefined if it does not expire. */
  expires: number | undefined;
}

export interface RespServer {
  readonly url: string;
  /** Moves the server's clock forward. */
  pass(ms: number): Promise<void>;
  /** With true, breaks all connections and accepts no new ones until it is called with false. */
  down(isDown: boolean): void;
  close(): Promise<void>;
}

const encoded = (reply: Reply): string => {
  if (reply === null) return '$-1\r\n';
  if (reply instanceof Error) return `-${/^[A-Z]+ /.test(reply.message) ? '' : 'ERR '}${reply.message}\r\n`;
  if (typeof reply === 'number') return `:${reply}\r\n`;
  if (typeof reply === 'string') return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  return `*${reply.length}\r\n${reply.map(encoded).join('')}`;
};

/** The complete commands in `bytes`, and the remaining bytes. */
const commandsIn = (bytes: Buffer): { commands: string[][]; remainder: Buffer } => {
  const commands: string[][] = [];
  for (let at = 0; ;) {
    const start = at;
    const line = () => {
      const end = bytes.indexOf('\r\n', at);
      if (end === -1) return undefined;
      const text = bytes.toString('utf8', at, end);
      at = end + 2;
      return text;
    };
    const count = Number(line()?.slice(1) ?? Number.NaN);
    const parts: string[] = [];
    while (parts.length < count) {
      const length = Number(line()?.slice(1) ?? Number.NaN);
      if (Number.isNaN(length) || bytes.length < at + length + 2) break;
      parts.push(bytes.toString('utf8', at, at + length));
      at += length + 2;
    }
    if (Number.isNaN(count) || parts.length < count) return { commands, remainder: bytes.subarray(start) };
    commands.push(parts);
  }
};

/** The script with which the library counts points. This server implements that script and accepts no other. */
const counting = (): string => {
  let script = '';
  const storeClient = { defineCommand: (_name: string, { lua }: { lua: string }) => void (script = lua) };
  // The library passes its script to the client that it is created with.
  void new RateLimiterRedis({ storeClient, points: 1, duration: 1 });
  return script;
};

/** Implements the Redis commands for rate limits, with a clock of its own. */
const createStore = (now: () => number) => {
  const known = counting();
  const entries = new Map<string, Entry>();
  const find = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry?.expires !== undefined && entry.expires <= now()) entries.delete(key);
    return entries.get(key);
  };
  const setOf = (key: string): Map<string, number> => {
    const entry = find(key) ?? { value: new Map<string, number>(), expires: undefined };
    entries.set(key, entry);
    if (typeof entry.value === 'number') throw new Error('WRONGTYPE');
    return entry.value;
  };
  /** Hashes of scripts that have run once. */
  const loaded = new Set<string>();
  const count = (key = '', points = '', seconds = ''): Reply => {
    const entry = find(key) ?? { value: 0, expires: now() + Number(seconds) * 1000 };
    entry.value = Number(entry.value) + Number(points);
    entries.set(key, entry);
    return [entry.value, (entry.expires ?? now()) - now()];
  };
  const commands: Record<string, (...args: string[]) => Reply> = {
    info: () => 'redis_version:7.4.0\r\nloading:0\r\n',
    client: () => 'OK',
    select: () => 'OK',
    time: () => [String(Math.floor(now() / 1000)), String((now() % 1000) * 1000)],
    eval: (script = '', _keys = '', ...args) => {
      if (script !== known) return new Error('only the script of RateLimiterRedis is known');
      loaded.add(createHash('sha1').update(script).digest('hex'));
      return count(...args);
    },
    evalsha: (hash = '', _keys = '', ...args) =>
      loaded.has(hash) ? count(...args) : new Error('NOSCRIPT No matching script.'),
    pttl: (key = '') => {
      const entry = find(key);
      return entry === undefined ? -2 : entry.expires === undefined ? -1 : entry.expires - now();
    },
    pexpire: (key = '', ms = '') => {
      const entry = find(key);
      if (entry) entry.expires = now() + Number(ms);
      return entry ? 1 : 0;
    },
    del: (key = '') => (find(key) && entries.delete(key) ? 1 : 0),
    zadd: (key = '', ...args) => {
      const existing = args[0]?.toUpperCase() === 'XX' && args.shift() !== undefined;
      const [score = '', member = ''] = args;
      const set = setOf(key);
      const known = set.has(member);
      if (known || !existing) set.set(member, Number(score));
      return known || existing ? 0 : 1;
    },
    zcard: (key = '') => setOf(key).size,
    zrem: (key = '', member = '') => (setOf(key).delete(member) ? 1 : 0),
    zremrangebyscore: (key = '', _from = '', to = '') => {
      const set = setOf(key);
      const gone = [...set].filter(([, score]) => score <= Number(to));
      for (const [member] of gone) set.delete(member);
      return gone.length;
    },
  };
  return ([name = '', ...args]: readonly string[]): Reply => {
    const command = commands[name.toLowerCase()];
    return command ? command(...args) : new Error(`unknown command '${name}'`);
  };
};

/** Implements channels: a message goes to the current subscribers. */
const createChannels = () => {
  const subscribers = new Map<Socket, Set<string>>();
  return {
    subscribe(socket: Socket, channel = ''): string {
      const own = subscribers.get(socket) ?? new Set();
      subscribers.set(socket, own.add(channel));
      socket.once('close', () => subscribers.delete(socket));
      return encoded(['subscribe', channel, own.size]);
    },
    publish(channel = '', message = ''): string {
      const reached = [...subscribers].filter(([, own]) => own.has(channel));
      for (const [socket] of reached) socket.write(encoded(['message', channel, message]));
      return encoded(reached.length);
    },
  };
};

/**
 * A server with the protocol of Redis and its commands for rate limits and channels, for tests on machines without
 * Redis. `pnpm bench concurrent-streams` tests the adapter with a real Redis.
 */
export const startRespServer = async (): Promise<RespServer> => {
  let passed = 0;
  const answer = createStore(() => Date.now() + passed);
  const sockets = new Set<Socket>();
  const channels = createChannels();
  let isDown = false;
  const serve = (socket: Socket) => {
    if (isDown) return socket.destroy();
    sockets.add(socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy()));
    let remainder: Buffer = Buffer.alloc(0);
    let queued: string[][] | undefined;
    const replyTo = (command: string[]): string => {
      const name = command[0]?.toLowerCase();
      if (name === 'multi') {
        queued = [];
        return '+OK\r\n';
      }
      if (name === 'exec') {
        const replies = (queued ?? []).map(answer);
        queued = undefined;
        return encoded(replies);
      }
      if (name === 'subscribe') return channels.subscribe(socket, command[1]);
      if (name === 'publish') return channels.publish(command[1], command[2]);
      if (!queued) return encoded(answer(command));
      queued.push(command);
      return '+QUEUED\r\n';
    };
    return socket.on('data', (bytes) => {
      const read = commandsIn(Buffer.concat([remainder, bytes]));
      remainder = read.remainder;
      socket.write(read.commands.map(replyTo).join(''));
    });
  };
  const server = createServer(serve);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async pass(ms) {
      passed += ms;
    },
    down(next) {
      isDown = next;
      if (next) for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};
