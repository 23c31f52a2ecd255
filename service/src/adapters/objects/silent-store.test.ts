import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openObjects } from './choose.ts';

const silence = 200;
const info = { name: 'brief.md', type: 'text/markdown' };
const key = `documents/${'a'.repeat(24)}/${'b'.repeat(24)}/brief.md`;

/** Objects in a bucket of a store that answers like this. */
const openAt = async (answer: RequestListener) => {
  const server = createServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return openObjects({
    dataFolder: mkdtempSync(join(tmpdir(), 'objects-')),
    s3: {
      bucket: 'files',
      prefix: '',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    },
    secrets: async () => ['a secret of all instances'],
    silence,
  });
};

describe('a store that accepts requests and does not answer', () => {
  it('fails every operation instead of holding it up for ever', { timeout: 60_000 }, async () => {
    const store = await openAt((request) => request.resume());
    await Promise.all([
      expect(store.read(key)).rejects.toThrow('requestTimeout'),
      expect(store.remove(key)).rejects.toThrow('inactivity'),
      expect(store.revise(key, info)).rejects.toThrow('inactivity'),
      expect(store.receive(key, info, Readable.from(['# Brief']), 100)).rejects.toThrow('inactivity'),
    ]);
  });

  it('fails a read that stops in the middle', async () => {
    const store = await openAt((_, response) => response.writeHead(200, { 'content-length': 10 }).write('half'));
    const read = await store.read(key);
    await expect(buffer(read!.content)).rejects.toThrow(`The object store sent nothing for ${silence} ms.`);
  });

  it('waits for a reader who is slower than that', async () => {
    const whole = Buffer.alloc(20_000_000, 'a');
    const store = await openAt((_, response) => response.writeHead(200, { 'content-length': whole.length }).end(whole));
    const read = await store.read(key);
    await pause(silence * 4);
    expect((await buffer(read!.content)).equals(whole)).toBe(true);
  });
});
