import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { checkMachine } from './machine.ts';
import { sentenceOf } from './problem.ts';
import { startProduct } from './product.ts';

test('a full disk is told in one sentence', () => {
  const error = Object.assign(new Error('write'), { code: 'ENOSPC', path: '/data/store' });
  expect(sentenceOf(error)).toBe(
    'The disk is full: Atrium could not write /data/store. Free some space and start again.',
  );
});

test('a machine without a PostgreSQL of ours is told so, unless it has its own', () => {
  expect(() => checkMachine('win32', 'x64', undefined)).toThrow(/this is win32 x64\. Set DATABASE_URL/);
  expect(() => checkMachine('win32', 'x64', 'postgres://localhost/atrium')).not.toThrow();
  expect(() => checkMachine('linux', 'arm64', undefined)).not.toThrow();
});

test('a taken port is told in one sentence, before anything is built or started', async () => {
  const other = createServer();
  await new Promise<void>((done) => {
    other.listen(0, done);
  });
  const { port } = other.address() as AddressInfo;
  const data = `/tmp/atrium-taken-${process.pid}`;
  await expect(startProduct({ port, data })).rejects.toThrow(
    `Port ${port} is taken: end what uses it, or choose another one with PORT=${port + 1} npm start.`,
  );
  other.close();
});
