import { createServer } from 'node:http';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { checkMachine } from './machine.ts';
import { sentenceOf, sourceErrorOf } from './problem.ts';
import { startProduct } from './product.ts';

test('a full disk is reported in one sentence', () => {
  const error = Object.assign(new Error('write'), { code: 'ENOSPC', path: '/data/store' });
  expect(sentenceOf(error)).toBe(
    'The disk is full: Atrium could not write /data/store. Free some space and start again.',
  );
});

test('a machine without a bundled PostgreSQL is reported, unless it has its own', () => {
  expect(() => checkMachine('win32', 'x64', undefined)).toThrow(/this is win32 x64\. Set DATABASE_URL/);
  expect(() => checkMachine('win32', 'x64', 'postgres://localhost/atrium')).not.toThrow();
  expect(() => checkMachine('linux', 'arm64', undefined)).not.toThrow();
});

test('a port in use is reported in one sentence, before anything is built or started', async () => {
  const other = createServer();
  await new Promise<void>((done) => {
    other.listen(0, done);
  });
  const { port } = other.address() as AddressInfo;
  const data = `/tmp/atrium-taken-${process.pid}`;
  await expect(startProduct({ port, data })).rejects.toThrow(
    `Port ${port} is in use: stop the process that uses it, or choose another port with PORT=${port + 1} npm start.`,
  );
  other.close();
});

test('a syntax error is reported with file and line, and output of a builder without colors', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'atrium-syntax-')), 'contract.ts');
  writeFileSync(file, 'export const a = 1;\nconst broken = (;\n');
  const error: unknown = await import(pathToFileURL(file).href).catch((thrown: unknown) => thrown);
  expect(sourceErrorOf(error)).toContain(`${file}:2`);
  expect(sourceErrorOf(error)).toContain('const broken = (;');
  expect(sourceErrorOf(error)).not.toContain('    at ');
  expect(sourceErrorOf(new Error('\u001B[31mFile: ./src/page.tsx\u001B[39m'))).toBe('File: ./src/page.tsx');
});
