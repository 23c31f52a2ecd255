import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { makeMemoryFolder } from '@atrium/shared-kernel/testing/memory-folder';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileCache } from '../adapters/compile-cache.ts';
import { quickly } from '../testing/quickly.ts';

let base = '';
const children = new Set<ChildProcess>();
beforeEach(() => {
  base = makeMemoryFolder('atrium-restore-');
  // As root, PostgreSQL runs as an unprivileged user, who must be able to enter the folder.
  chmodSync(base, 0o711);
});
const end = async (child: ChildProcess) => {
  children.delete(child);
  child.kill('SIGTERM');
  await once(child, 'exit');
};
afterEach(async () => {
  await Promise.all([...children].map(end));
  rmSync(base, { recursive: true, force: true });
});

const environment = (data: string) => ({
  PATH: process.env['PATH'],
  ...compileCache(),
  ATRIUM_DATA: join(base, data),
  LOG_LEVEL: 'warn',
});
const serve = async (data: string, seed: boolean) => {
  const child = spawn(process.execPath, [quickly, join(import.meta.dirname, '../main.ts')], {
    env: { ...environment(data), SOCKET: join(base, `${data}.sock`), ATRIUM_SEED: seed ? '1' : '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  await once(createInterface(child.stdout), 'line');
  return child;
};
const run = async (data: string, ...args: string[]) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [quickly, join(import.meta.dirname, 'main.ts'), ...args],
    {
      env: environment(data),
    },
  );
  return stdout;
};
const logIn = async (data: string): Promise<number | undefined> => {
  const body = JSON.stringify({ email: 'premium@atrium.test', password: 'Atrium1!' });
  const sent = request({
    socketPath: join(base, `${data}.sock`),
    path: '/api/auth/login',
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:8080' },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
};

test('a running product is backed up, and a new one continues from the backup', { timeout: 300_000 }, async () => {
  const first = await serve('first', true);
  expect(await run('first', 'backup', join(base, 'kept'))).toMatch(/contains \d+ rows of \d+ tables/);
  await end(first);
  expect(await run('second', 'restore', join(base, 'kept'))).toMatch(/^Restored \d+ rows/);
  await serve('second', false);
  expect(await logIn('second')).toBe(200);
});

test('a command with wrong usage prints its usage, and exits with 1', async () => {
  await expect(run('first', 'restore')).rejects.toMatchObject({
    code: 1,
    stderr: 'Usage: pnpm backup <new folder>, or pnpm restore <folder of a backup>\n',
  });
});
