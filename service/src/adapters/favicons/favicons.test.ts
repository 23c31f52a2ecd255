import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { EgressAnswer } from '../../ports/egress.ts';
import { sniffImage } from '../../formats/sniff.ts';
import { png as pictureOf } from '../../testing/files/pictures.ts';
import { createIcons } from './icons.ts';
import { siteOf } from '../../domain/site.ts';

const png = pictureOf(16, 16);
const answer = (body: Buffer, type = 'image/png'): EgressAnswer => ({
  ok: true,
  url: 'https://a.test/favicon.ico',
  type,
  charset: undefined,
  body,
});
const none: EgressAnswer = { ok: false, reason: 'status', status: 404 };

describe('an icon', () => {
  it('is a picture by its content, never an SVG or a page', async () => {
    const typeOf = async (content: Buffer) => (await sniffImage(content))?.type;
    expect(await typeOf(png)).toBe('image/png');
    expect(await typeOf(Buffer.from([0, 0, 1, 0, 1]))).toBe('image/x-icon');
    expect(await typeOf(Buffer.from('RIFF....WEBPVP8 '))).toBe('image/webp');
    for (const other of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', '', 'GIF89a'])
      expect(await typeOf(Buffer.from(other)), other).toBeUndefined();
  });

  it('is that of the site: no subdomain is contacted, and no IP address', () => {
    expect(siteOf('www.Example.com')).toBe('example.com');
    expect(siteOf('c2VjcmV0.leak.example.com')).toBe('example.com');
    expect(siteOf('news.bbc.co.uk')).toBe('bbc.co.uk');
    for (const bad of [
      'localhost',
      '127.0.0.1',
      '[::1]',
      'a..b',
      'a.test/x',
      'a.test:80',
      'x@a.test',
      '',
      `${'a'.repeat(64)}.test`,
    ])
      expect(siteOf(bad), bad).toBeUndefined();
  });
});

describe('the icons on this machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-icons-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const day = 24 * 60 * 60 * 1000;

  it('are requested from a site once a week, once a day if it has none, and never twice at once', async () => {
    let time = Date.now();
    const get = vi.fn<(url: string) => Promise<EgressAnswer>>((url) =>
      Promise.resolve(url === 'https://a.test/favicon.ico' ? answer(png) : none),
    );
    const egress = { get, close: () => Promise.resolve() };
    const icons = createIcons({ egress, folder: join(folder, 'week'), now: () => time });
    await Promise.all([icons.of('a.test'), icons.of('a.test')]);
    time += 6 * day;
    expect(await icons.of('a.test')).toEqual({ type: 'image/png', content: png });
    expect(get).toHaveBeenCalledTimes(1);
    time += 2 * day;
    await icons.of('a.test');
    expect(get).toHaveBeenCalledTimes(2);
    expect([await icons.of('b.test'), await icons.of('b.test')]).toEqual([undefined, undefined]);
    expect(get).toHaveBeenCalledTimes(4);
    time += day + 1;
    await icons.of('b.test');
    expect(get).toHaveBeenCalledTimes(6);
  });

  it.each(['time', 'network'] as const)(
    'are requested again soon from a site that did not answer: %s',
    async (reason) => {
      let time = Date.now();
      const get = vi.fn<() => Promise<EgressAnswer>>().mockResolvedValue({ ok: false, reason });
      const icons = createIcons({
        egress: { get, close: () => Promise.resolve() },
        folder: join(folder, reason),
        now: () => time,
      });
      expect(await icons.of('a.test')).toBeUndefined();
      const asked = get.mock.calls.length;
      get.mockResolvedValue(answer(png));
      await icons.of('a.test');
      expect(get).toHaveBeenCalledTimes(asked);
      time += 10 * 60 * 1000 + 1;
      expect(await icons.of('a.test')).toEqual({ type: 'image/png', content: png });
      time += 6 * day;
      await icons.of('a.test');
      expect(get).toHaveBeenCalledTimes(asked + 1);
    },
  );

  it('are returned even if they cannot be stored, which is logged', async () => {
    const warn = vi.fn();
    writeFileSync(join(folder, 'no-folder'), '');
    const egress = { get: () => Promise.resolve(answer(png)), close: () => Promise.resolve() };
    const icons = createIcons({ egress, folder: join(folder, 'no-folder'), now: Date.now, log: { warn } });
    expect(await icons.of('a.test')).toEqual({ type: 'image/png', content: png });
    expect(warn).toHaveBeenCalledOnce();
  });

  it('are stored in a full cache, even if a file that is in it is removed at the same time', async () => {
    const warn = vi.fn();
    const full = join(folder, 'full');
    mkdirSync(full);
    // It is listed, but is not there for whoever looks at it.
    for (const name of ['a', 'b']) symlinkSync('removed', join(full, name));
    const egress = { get: () => Promise.resolve(answer(png)), close: () => Promise.resolve() };
    const icons = createIcons({ egress, folder: full, now: Date.now, most: 2, log: { warn } });
    expect(await icons.of('a.test')).toEqual({ type: 'image/png', content: png });
    expect(warn).not.toHaveBeenCalled();
  });

  it('are limited to the size of the cache', async () => {
    let time = Date.now();
    const egress = { get: () => Promise.resolve(answer(png)), close: () => Promise.resolve() };
    const icons = createIcons({ egress, folder: join(folder, 'room'), now: () => (time += 1000), most: 3 });
    for (const site of ['a.test', 'b.test', 'c.test', 'd.test', 'e.test']) await icons.of(site);
    expect(readdirSync(join(folder, 'room'))).toHaveLength(3);
  });
});

describe('the route', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());
  afterEach(() => vi.restoreAllMocks());
  const url = (domain: string, size = '16') => `/api/favicon?domain=${encodeURIComponent(domain)}&size=${size}`;

  it('returns the icon of a site to a signed-in user, for a week, and requests nothing for a visitor', async () => {
    const get = vi.spyOn(test.services.egress, 'get').mockResolvedValue(answer(png, 'text/html'));
    expect(await test.visitor.request({ method: 'GET', url: url('a.example') })).toMatchObject({ status: 401 });
    expect(get).not.toHaveBeenCalled();
    const client = test.as(await test.createUser());
    const { status, headers } = await client.request({ method: 'GET', url: url('www.a.example') });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=604800, immutable',
    });
    expect(get).toHaveBeenCalledExactlyOnceWith(
      'https://a.example/favicon.ico',
      expect.objectContaining({ maxBytes: 65_536 }),
    );
  });

  it('returns 404 for a site without an icon, and for any other size or name without a request', async () => {
    const client = test.as(await test.createUser());
    const get = vi.spyOn(test.services.egress, 'get').mockResolvedValue(answer(Buffer.from('<svg/>'), 'image/png'));
    expect(await client.request({ method: 'GET', url: url('svg.example') })).toMatchObject({ status: 404 });
    const before = get.mock.calls.length;
    for (const bad of [
      url('svg.example', '32'),
      url('127.0.0.1'),
      url('localhost'),
      '/api/favicon',
      '/api/favicon?domain=a.example&domain=b.example&size=16',
    ])
      expect(await client.request({ method: 'GET', url: bad }), bad).toMatchObject({ status: 404 });
    expect(get).toHaveBeenCalledTimes(before);
  });

  it('is rate limited for each user', async () => {
    const client = test.as(await test.createUser());
    const statuses: number[] = [];
    for (let time = 0; time < 241; time += 1)
      statuses.push((await client.request({ method: 'GET', url: url('localhost') })).status);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([404]));
    expect(statuses.at(-1)).toBe(429);
  });
});
