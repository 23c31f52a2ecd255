import { once } from 'node:events';
import { connect } from 'node:net';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const person = async () => {
  const user = await test.createUser({ premium: true });
  const client = test.as(user);
  const requestUpload = (fileType: string, folder: 'chatFiles' | 'audio-notes' = 'chatFiles') =>
    client.call(calls.files.uploadUrl, { fileType, folder });
  return { user, client, requestUpload };
};
const put = (url: string, type: string, payload: string | Buffer, more: Record<string, string> = {}) =>
  test.visitor.request({ method: 'PUT', url, headers: { 'content-type': type, ...more }, payload });
const rowOf = async (key: string) =>
  (await test.db.select().from(schema.objects).where(eq(schema.objects.key, key)))[0];

describe('an upload', () => {
  it('has its own link, and is recorded before and after', async () => {
    const { user, client, requestUpload } = await person();
    const { status, body } = await requestUpload('application/pdf');
    expect(status).toBe(200);
    expect(body.key).toMatch(new RegExp(`^chatFiles/${user.id}/[0-9a-f]{24}/file\\.pdf$`));
    expect(await rowOf(body.key)).toMatchObject({ userId: user.id, size: null, uploadedDate: null });
    expect((await client.request({ method: 'GET', url: `/objects/${body.key}` })).status).toBe(404);

    expect((await put(body.uploadUrl, 'application/pdf', '%PDF-')).status).toBe(204);
    expect(await rowOf(body.key)).toMatchObject({ size: 5, uploadedDate: expect.any(Date) });
    expect(await client.request({ method: 'GET', url: `/objects/${body.key}` })).toMatchObject({
      status: 200,
      text: '%PDF-',
    });
  });

  it.each(['text/html', 'image/svg+xml', 'text/xml'])('of the type %s never runs', async (type) => {
    const { client, requestUpload } = await person();
    const { body } = await requestUpload(type);
    await put(body.uploadUrl, type, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const { headers } = await client.request({ method: 'GET', url: `/objects/${body.key}` });
    expect(headers).toMatchObject({
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-disposition']).toMatch(/^attachment;/);
  });

  it('must be of a supported type, and of audio for voice notes', async () => {
    const { requestUpload } = await person();
    for (const type of ['application/x-msdownload', 'text/markdown', 'image/heic', 'application/octet-stream'])
      expect((await requestUpload(type)).status).toBe(200);
    for (const type of ['application/zip', 'video/mp4', 'image/tiff', 'text/html/x', 'x'])
      expect(await requestUpload(type)).toMatchObject({
        status: 400,
        body: { msg: 'Please upload supported file types.' },
      });
    expect((await requestUpload('audio/webm;codecs=opus', 'audio-notes')).body.key).toMatch(
      /^audio-notes\/.*\/note\.webm$/,
    );
    expect((await requestUpload('application/pdf', 'audio-notes')).status).toBe(400);
  });

  it('is accepted once: a checked upload is not replaced', async () => {
    const { client, requestUpload } = await person();
    const { body } = await requestUpload('text/plain');
    expect((await put(body.uploadUrl, 'text/plain', 'first')).status).toBe(204);
    expect((await put(body.uploadUrl, 'text/plain', 'second')).status).toBe(409);
    expect((await client.request({ method: 'GET', url: `/objects/${body.key}` })).text).toBe('first');
  });

  it('of more than 100 MB is refused by its announced length', async () => {
    const { requestUpload } = await person();
    const { body } = await requestUpload('text/plain');
    const announced = (bytes: number) => put(body.uploadUrl, 'text/plain', 'x', { 'content-length': String(bytes) });
    const refused = await announced(100 * 1024 * 1024 + 1);
    expect(refused).toMatchObject({ status: 413, body: { msg: 'This file is too large.' } });
    expect((await announced(100 * 1024 * 1024)).status).not.toBe(413);
  });

  it('that breaks off leaves nothing', async () => {
    const { client, requestUpload } = await person();
    const { body } = await requestUpload('text/plain');
    const address = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(address.port), address.hostname);
    const head = ['Host: x', 'Content-Type: text/plain', 'Content-Length: 1000'].join('\r\n');
    socket.write(`PUT ${body.uploadUrl} HTTP/1.1\r\n${head}\r\n\r\n${'x'.repeat(400)}`);
    await once(socket, 'connect');
    const folder = join(test.config.dataFolder, 'objects', body.key, '..');
    const files = () => readdirSync(folder, { recursive: true });
    await vi.waitFor(() => expect(files()).toHaveLength(1));
    socket.destroy();
    await vi.waitFor(() => expect(files()).toEqual([]));
    expect((await client.request({ method: 'GET', url: `/objects/${body.key}` })).status).toBe(404);
    expect(await rowOf(body.key)).toMatchObject({ uploadedDate: null });
  });

  it('requires a plan, except for a few pictures', async () => {
    const client = test.as(await test.createUser());
    const requestUpload = async (fileType: string, folder: 'chatFiles' | 'audio-notes' = 'chatFiles') =>
      (await client.call(calls.files.uploadUrl, { fileType, folder })).status;
    expect([
      await requestUpload('text/plain'),
      await requestUpload('image/svg+xml'),
      await requestUpload('audio/webm', 'audio-notes'),
    ]).toEqual([403, 403, 403]);
    for (let picture = 0; picture < 10; picture += 1) expect(await requestUpload('image/png')).toBe(200);
    expect(await requestUpload('image/png')).toBe(429);
  });
});

describe('a stored recording', () => {
  it('can be requested in ranges', async () => {
    const { client, requestUpload } = await person();
    const { body } = await requestUpload('audio/webm', 'audio-notes');
    await put(body.uploadUrl, 'audio/webm', '0123456789');
    const part = (range: string) => client.request({ method: 'GET', url: `/objects/${body.key}`, headers: { range } });
    expect(await part('bytes=2-4')).toMatchObject({
      status: 206,
      text: '234',
      headers: { 'content-range': 'bytes 2-4/10', 'content-length': '3' },
    });
    expect((await part('bytes=7-')).text).toBe('789');
    expect((await part('bytes=-3')).text).toBe('789');
    expect(await part('bytes=20-30')).toMatchObject({ status: 200, text: '0123456789' });
  });
});
