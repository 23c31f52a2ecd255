import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createExtraction } from './children.ts';

const folder = mkdtempSync(join(tmpdir(), 'children-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Processes that ask the test for each file by which signal they end; without one they read it. */
const openAsking = async (answer: (response: ServerResponse, count: number) => void) => {
  let count = 0;
  const server = createServer((_, response) => {
    count += 1;
    answer(response, count);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const program = join(folder, 'asking.mjs');
  writeFileSync(
    program,
    `const reading = { kind: 'document', type: 'text/plain', text: 'well', words: 1, cut: false };
    process.on('message', async () => {
      const signal = await (await fetch('http://127.0.0.1:${(server.address() as AddressInfo).port}')).text();
      if (signal) process.kill(process.pid, signal);
      else process.send({ reading });
    });`,
  );
  const extraction = createExtraction({ folder, atOnce: 1, program });
  onTestFinished(async () => {
    await extraction.close();
    server.closeAllConnections();
    server.close();
  });
  const read = () => extraction.read(Readable.from([Buffer.from('well')]), { owner: 'owner' });
  return { read, asked: () => count, close: () => extraction.close() };
};

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])(
  'a file is not blamed for a process that is ended together with the service: %s',
  async (signal) => {
    const { read } = await openAsking((response) => void response.end(signal));
    await expect(read()).rejects.toThrow('could not run');
  },
);

it('a file whose process is killed is read once more, because the machine may have lacked memory', async () => {
  const { read, asked } = await openAsking((response, count) => void response.end(count === 1 ? 'SIGKILL' : ''));
  expect(await read()).toMatchObject({ kind: 'document', text: 'well' });
  expect(asked()).toBe(2);
});

it('a file that two processes are killed for is too much', async () => {
  const { read, asked } = await openAsking((response) => void response.end('SIGKILL'));
  expect(await read()).toEqual({ kind: 'unreadable', reason: 'tooMuch' });
  expect(asked()).toBe(2);
});

it('a file that is being read when the service closes is not blamed', async () => {
  const started = Promise.withResolvers<void>();
  const { read, close } = await openAsking(() => started.resolve());
  const end = async () => {
    await started.promise;
    await close();
  };
  await Promise.all([expect(read()).rejects.toThrow('could not run'), end()]);
});
