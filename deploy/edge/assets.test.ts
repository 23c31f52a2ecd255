import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendFile } from './assets.ts';

const text = '0123456789'.repeat(200);
const outer = mkdtempSync(join(tmpdir(), 'atrium-assets-'));
const root = join(outer, 'files');
let server: Server;
let origin: string;

beforeAll(async () => {
  mkdirSync(root);
  writeFileSync(join(outer, 'secret.js'), 'secret');
  writeFileSync(join(root, 'a b.js'), text);
  writeFileSync(join(root, 'a b.js.br'), brotliCompressSync(text));
  writeFileSync(join(root, 'icon.svg'), '<svg/>');
  writeFileSync(join(root, 'page.html'), '<script>steal()</script>');
  server = createServer(async (request, response) => {
    const file = decodeURIComponent(request.url?.slice(1) ?? '');
    const sent = await sendFile(request, response, { root, file }, { 'cache-control': 'no-cache' });
    if (!sent) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(outer, { recursive: true });
});

const fetchFile = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${origin}/${path}`, {
    method,
    headers: { 'accept-encoding': 'identity', 'cache-control': 'max-age=0', ...headers },
  });

test('a browser that has the file already gets 304 and no content', async () => {
  const etag = (await fetchFile('icon.svg')).headers.get('etag') ?? '';
  const again = await fetchFile('icon.svg', { 'if-none-match': etag });
  expect(again.status).toBe(304);
  expect(again.headers.get('cache-control')).toBe('no-cache');
  expect(again.headers.get('content-type')).toBeNull();
  expect(await again.text()).toBe('');
  expect((await fetchFile('icon.svg', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('a file that is opened on its own runs no script, however it is asked for; a worker’s script has no such policy', async () => {
  const policyOf = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await fetchFile(path, headers, method);
    return `${answer.status} ${/^sandbox; default-src 'none'/.exec(answer.headers.get('content-security-policy') ?? '')?.[0]}`;
  };
  const etag = (await fetchFile('page.html')).headers.get('etag') ?? '';
  const sandboxed = "sandbox; default-src 'none'";
  expect(await policyOf('page.html')).toBe(`200 ${sandboxed}`);
  expect(await policyOf('page.html', {}, 'HEAD')).toBe(`200 ${sandboxed}`);
  expect(await policyOf('page.html', { range: 'bytes=0-9' })).toBe(`206 ${sandboxed}`);
  expect(await policyOf('page.html', { 'if-none-match': etag })).toBe(`304 ${sandboxed}`);
  expect(await policyOf('icon.svg')).toBe(`200 ${sandboxed}`);
  expect(await policyOf('a%20b.js')).toBe('200 undefined');
});

test('each compressed form has an ETag of its own', async () => {
  const plain = await fetchFile('a%20b.js');
  const small = await fetchFile('a%20b.js', { 'accept-encoding': 'br' });
  expect(small.headers.get('etag')).not.toBe(plain.headers.get('etag'));
  expect(small.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await small.text()).toBe(text);
});

test('a name that no file can have is not found, compressed or not', async () => {
  for (const encoding of ['identity', 'br'])
    expect((await fetchFile('a'.repeat(300), { 'accept-encoding': encoding })).status).toBe(404);
});

test('a range of a file is sent on request, and a range that does not exist is refused', async () => {
  const part = await fetchFile('a%20b.js', { range: 'bytes=3-5' });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe('bytes 3-5/2000');
  expect(await part.text()).toBe('345');
  const none = await fetchFile('a%20b.js', { range: 'bytes=5000-' });
  expect(none.status).toBe(416);
  expect(none.headers.get('content-range')).toBe('bytes */2000');
});

test('HEAD says what GET would send', async () => {
  const head = await fetchFile('a%20b.js', {}, 'HEAD');
  expect(head.headers.get('content-length')).toBe('2000');
  expect(head.headers.get('vary')).toBe('accept-encoding');
  expect(await head.text()).toBe('');
});

test.each(['..%2fsecret.js', '%2e%2e/secret.js', 'none.js', 'a%20b.js%00', '..%2ffiles', '', '.'])(
  'nothing is sent for %s',
  async (path) => {
    expect((await fetchFile(path)).status).toBe(404);
  },
);
