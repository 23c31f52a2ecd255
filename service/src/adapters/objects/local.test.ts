import { mkdtempSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createLocalObjects, type SignedQuery, TooLarge } from './local.ts';
import { keyOf, ownerOf } from './port.ts';

const owner = 'a'.repeat(24);
const brief = { owner, folder: 'documents', name: 'brief.md', type: 'text/markdown' };
const folder = () => mkdtempSync(join(tmpdir(), 'objects-'));
const queryOf = (url: string): SignedQuery => Object.fromEntries(new URL(url, 'http://any').searchParams);

describe('the local object store', () => {
  it('gives back what was put, with its name, type and size', async () => {
    const store = createLocalObjects(folder());
    const { key, url } = await store.put({ ...brief, content: Buffer.from('# Brief') });
    const read = await store.read(key);
    expect(read).toMatchObject({ name: 'brief.md', type: 'text/markdown', size: 7 });
    expect(await text(read!.content)).toBe('# Brief');
    expect(keyOf(url)).toBe(key);
    expect(keyOf(`https://atrium.test${url}`)).toBe(key);
    expect(ownerOf(key)).toBe(owner);
  });

  it('accepts its own link until it expires, and no other key, method or signature', () => {
    let now = 1_000_000;
    const store = createLocalObjects(folder(), () => now);
    const { key, uploadUrl } = store.signedPut(brief, 60);
    const get = queryOf(store.signedGet(key, 60));
    expect(store.verifies('GET', key, get)).toBe(true);
    expect(store.verifies('PUT', key, queryOf(uploadUrl))).toBe(true);
    expect(store.verifies('PUT', key, get)).toBe(false);
    expect(store.verifies('GET', `${key}x`, get)).toBe(false);
    expect(store.verifies('PUT', key, { ...queryOf(uploadUrl), type: 'text/html' })).toBe(false);
    expect(store.verifies('GET', key, { ...get, expires: String(now + 120_000) })).toBe(false);
    expect(store.verifies('GET', key, {})).toBe(false);
    now += 60_000;
    expect(store.verifies('GET', key, get)).toBe(false);
  });

  it('accepts links of another instance on the same folder', () => {
    const shared = folder();
    const { key } = createLocalObjects(shared).signedPut(brief, 60);
    const url = createLocalObjects(shared).signedGet(key, 60);
    expect(createLocalObjects(shared).verifies('GET', key, queryOf(url))).toBe(true);
    expect(createLocalObjects(folder()).verifies('GET', key, queryOf(url))).toBe(false);
  });

  it('keeps nothing of an upload above its limit', async () => {
    const root = folder();
    const store = createLocalObjects(root);
    const { key } = store.signedPut(brief, 60);
    await expect(store.receive(key, brief, Readable.from([Buffer.alloc(11)]), 10)).rejects.toThrow(TooLarge);
    expect(await store.read(key)).toBeUndefined();
    expect((await readdir(root, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('reads no key that leaves its folder', async () => {
    const store = createLocalObjects(folder());
    const id = 'b'.repeat(24);
    for (const key of ['../../etc/passwd', '.secret', `documents/${owner}/${id}/..`, `documents/../${id}/x`])
      expect(await store.read(key)).toBeUndefined();
  });

  it('removes one object and leaves nothing of it, and nothing outside of its folder', async () => {
    const root = folder();
    const store = createLocalObjects(root);
    const [first, second] = [
      await store.put({ ...brief, content: Buffer.from('a') }),
      await store.put({ ...brief, content: Buffer.from('b') }),
    ];
    await store.remove(first.key);
    await store.remove(first.key);
    for (const key of ['.secret', 'documents', `documents/${owner}`, `documents/../${'b'.repeat(24)}/x`])
      await store.remove(key);
    expect(await store.read(first.key)).toBeUndefined();
    expect(await store.read(second.key)).toBeDefined();
    const ids = await readdir(join(root, 'documents', owner));
    expect(ids).toHaveLength(1);
    expect(await readdir(root)).toContain('.secret');
  });

  it('makes a safe name of any name', async () => {
    const store = createLocalObjects(folder());
    const { key } = await store.put({ ...brief, name: '../../<b>.html', content: Buffer.from('x') });
    expect(key).not.toContain('..');
    expect(await store.read(key)).toBeDefined();
  });
});
