import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { makeMemoryFolder } from '@atrium/shared-kernel/testing/memory-folder';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { compileCache } from './adapters/compile-cache.ts';
import { createTestDatabase } from './testing/app.ts';
import { quickly } from './testing/quickly.ts';

/** Shared by all tests: most starts use existing data, and creating a database takes time. */
let folder: string;
const children: ChildProcess[] = [];
beforeAll(() => {
  folder = makeMemoryFolder('atrium-main-');
  chmodSync(folder, 0o711);
});
afterEach(async () => {
  const alive = children.splice(0).filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(
    alive.map((child) => {
      child.kill('SIGTERM');
      return once(child, 'exit');
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (env: Record<string, string>) => {
  const child = spawn(process.execPath, [quickly, join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'], ...compileCache(), ATRIUM_DATA: folder, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
};
const readyOf = async (child: ReturnType<typeof run>) => {
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return JSON.parse(line) as { ready: boolean; address: string; model: string; mailbox: string };
};
const lastWords = async (child: ReturnType<typeof run>) => {
  const [[text], [code]] = await Promise.all([once(child.stderr, 'data'), once(child, 'exit')]);
  return { text: String(text).trim(), code: code as number };
};

/** A separate database with its URL for the environment. */
const createDatabase = async () => {
  const { connection, drop } = await createTestDatabase();
  const { host, user, database } = connection;
  return { connection, drop, url: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}` };
};

interface Answer {
  readonly status: number | undefined;
  readonly cookie: string;
  readonly connection: string | undefined;
  readonly body: string;
}
const ask = (socketPath: string, path: string, body?: object, cookie = '', agent = new Agent()) =>
  new Promise<Answer>((resolve, reject) => {
    const headers = { origin: 'http://localhost:8080', 'content-type': 'application/json', cookie };
    const sent = request({ socketPath, path, method: body ? 'POST' : 'GET', headers, agent }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += String(chunk)));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          connection: answer.headers.connection,
          body: text,
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body ? JSON.stringify(body) : undefined);
  });

describe('the service as a process', { timeout: 300_000 }, () => {
  it('prints its address on one line, and keeps accounts and sessions over kill -9', async () => {
    const socket = join(folder, 'service.sock');
    const first = run({ SOCKET: socket, ATRIUM_SEED: '1' });
    expect(await readyOf(first)).toMatchObject({
      ready: true,
      address: socket,
      model: expect.stringMatching(/\w/),
      mailbox: '/local/mail',
    });
    const account = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.test', password: 'Engine1' };
    const { cookie } = await ask(socket, '/api/auth/register', account);
    first.kill('SIGKILL');
    await once(first, 'exit');

    const second = run({ SOCKET: socket, ATRIUM_SEED: '1' });
    await readyOf(second);
    const user = await ask(socket, '/api/user', undefined, cookie);
    expect(user.status).toBe(200);
    expect(JSON.parse(user.body)).toMatchObject({ email: account.email });
    const seeded = await ask(socket, '/api/auth/login', { email: 'free@atrium.test', password: 'Atrium1!' });
    expect(seeded.status).toBe(200);
    second.kill('SIGTERM');
    expect(await once(second, 'exit')).toEqual([0, null]);
    expect(existsSync(join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
  });

  it('lets a running reply complete before it shuts down', async () => {
    const socket = join(folder, 'service.sock');
    const env = { SOCKET: socket, ATRIUM_SEED: '1', ATRIUM_DRAIN_SECONDS: '60', DEMO_TOKENS_PER_SECOND: '40' };
    const child = run(env);
    await readyOf(child);
    const { cookie } = await ask(socket, '/api/auth/login', { email: 'premium@atrium.test', password: 'Atrium1!' });
    const reply = ask(socket, '/api/aiControllerStream', { prompt: 'a long answer of 600 words' }, cookie);
    const replies = async () =>
      (JSON.parse((await ask(socket, '/internal/state')).body) as { replies: number }).replies;
    await vi.waitFor(async () => expect(await replies()).toBe(1));
    child.kill('SIGTERM');
    await vi.waitFor(async () => expect((await ask(socket, '/internal/ready')).status).toBe(503));
    const items = (await reply).body.trim().split('\n');
    expect(JSON.parse(items.at(-1) ?? '')).toMatchObject({ type: 'end', outcome: 'complete' });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends kept connections with their next response while it drains, so that new replies go elsewhere', async () => {
    const socket = join(folder, 'service.sock');
    const env = { SOCKET: socket, ATRIUM_SEED: '1', ATRIUM_DRAIN_SECONDS: '60', DEMO_TOKENS_PER_SECOND: '40' };
    const child = run(env);
    await readyOf(child);
    const { cookie } = await ask(socket, '/api/auth/login', { email: 'premium@atrium.test', password: 'Atrium1!' });
    const kept = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 })) as [Agent, Agent];
    for (const agent of kept)
      expect((await ask(socket, '/api/user', undefined, cookie, agent)).connection).toBe('keep-alive');
    const reply = ask(socket, '/api/aiControllerStream', { prompt: 'a long answer of 300 words' }, cookie);
    const state = async () => JSON.parse((await ask(socket, '/internal/state')).body) as { replies: number };
    await vi.waitFor(async () => expect((await state()).replies).toBe(1));
    child.kill('SIGTERM');
    await vi.waitFor(async () => expect((await ask(socket, '/internal/ready')).status).toBe(503));
    const [first, second] = kept;
    expect((await ask(socket, '/api/user', undefined, cookie, first)).connection).toBe('close');
    const late = await ask(socket, '/api/aiControllerStream', { prompt: 'Hello' }, cookie, second);
    expect(late.connection).toBe('close');
    await reply;
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('catches up at its start on jobs that were due while it was down', async () => {
    const { connection, url, drop } = await createDatabase();
    const env = { PORT: '0', DATABASE_URL: url };
    const client = new Client(connection);
    await client.connect();
    try {
      const first = run(env);
      await readyOf(first);
      first.kill('SIGTERM');
      expect(await once(first, 'exit')).toEqual([0, null]);
      await client.query(
        `update graphile_worker._private_known_crontabs set last_execution = now() - interval '2 days'`,
      );
      await client.query(
        `insert into users (id, email, first_name, last_name) values ('u', 'a@example.test', 'A', 'B')`,
      );
      await client.query(
        `insert into sessions (token_hash, id, user_id, expires) values ('over', 's', 'u', now() - interval '1 day')`,
      );
      const second = run(env);
      await readyOf(second);
      const left = async () => (await client.query('select from sessions')).rowCount;
      await vi.waitFor(async () => expect(await left()).toBe(0));
      second.kill('SIGTERM');
      expect(await once(second, 'exit')).toEqual([0, null]);
    } finally {
      await client.end();
      await drop();
    }
  });

  it('reads nothing that is for a local start if everything is set up, and does otherwise', async () => {
    const local = /\/src\/(local|testing)\//;
    /** Reports the URL of every file that the process loads. */
    const hook = `import { registerHooks } from 'node:module';
      registerHooks({ load: (url, context, next) => (console.error('loads ' + url), next(url, context)) });`;
    const loaded = async (env: Record<string, string>) => {
      const child = run({
        ...env,
        PORT: '0',
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
      });
      let text = '';
      child.stderr.on('data', (chunk: Buffer) => (text += String(chunk)));
      await readyOf(child);
      child.kill('SIGTERM');
      await once(child, 'exit');
      return text.split('\n').filter((line) => line.startsWith('loads file:'));
    };
    const { url, drop } = await createDatabase();
    try {
      const production = await loaded({
        DATABASE_URL: url,
        ATRIUM_ORIGIN: 'https://chat.example.com',
        MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
        MODEL_NAME: 'm',
        STRIPE_SECRET_KEY: 'sk_test_1a2b',
        STRIPE_WEBHOOK_SECRET: 'whsec_1a2b',
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'post@example.com',
        ATRIUM_SECRET_KEY: 'a secret of all instances',
      });
      expect(production.filter((line) => line.includes('/src/domain/')).length).toBeGreaterThan(50);
      expect(production.filter((line) => local.test(line))).toEqual([]);
      const onOneMachine = await loaded({ DATABASE_URL: url });
      expect(onOneMachine.filter((line) => line.includes('/src/local/')).length).toBeGreaterThan(10);
    } finally {
      await drop();
    }
  });

  it('reports in one sentence that its port is in use', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { text, code } = await lastWords(run({ PORT: String(port) }));
    server.close();
    expect(text).toBe(`Port ${port} is in use. Choose another one with PORT.`);
    expect(code).toBe(1);
    expect(existsSync(join(folder, 'postgres/owner'))).toBe(false);
  });

  it('reports in one sentence what is wrong with its environment', async () => {
    const { text, code } = await lastWords(run({ PORT: 'many' }));
    expect(text).toMatch(/^The environment is not usable: PORT \(.*\)\.$/);
    expect(code).toBe(1);
  });
});
