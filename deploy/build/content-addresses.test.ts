import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rspack } from '@rsbuild/core';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { headlessPath } from '../ci/browser.ts';
import { chromiumFlags } from '../ci/browser-flags.ts';
import { contentAddresses } from './content-addresses.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-addresses-'));
const requested: string[] = [];
let browser: Browser;
let server: Server;
let origin = '';
/** Requests for this path get an error. */
let lost = '';

const sourcesOf = (version: string) => ({
  'main.js': `export const load = async () => {
    const [same, part] = await Promise.all([import('./same.js'), import('./part.js')]);
    same.count();
    return part.text + ' ' + same.count();
  };`,
  'same.js': 'let times = 0; export const count = () => (times += 1);',
  'part.js': `import { inside } from './inside.js'; export const text = 'part of ${version}, ' + inside;`,
  'inside.js': `export const inside = 'inside ${version}';`,
});

/** Builds a remote with two chunks, one of which is the same in each version. Resolves to the files it wrote. */
const build = async (version: string): Promise<string[]> => {
  const root = join(folder, version);
  mkdirSync(root);
  for (const [file, text] of Object.entries(sourcesOf(version))) writeFileSync(join(root, file), text);
  const unique = `mf_test_${version.replaceAll('.', '_')}`;
  const compiler = rspack({
    mode: 'production',
    context: root,
    entry: './main.js',
    devtool: false,
    optimization: { moduleIds: 'deterministic', chunkIds: 'deterministic', realContentHash: true },
    output: {
      path: join(folder, 'files'),
      publicPath: 'auto',
      filename: `${version}/entry.js`,
      chunkFilename: '[id].[contenthash:8].js',
      uniqueName: unique,
      library: { type: 'window', name: unique },
    },
    plugins: [contentAddresses],
  });
  const stats = await new Promise<{ assets?: { name: string }[] | undefined }>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result?.toJson({ assets: true }) ?? {})));
  });
  await new Promise((resolve) => {
    compiler.close(resolve);
  });
  return (stats.assets ?? []).map(({ name }) => name);
};

let first: string[] = [];
let second: string[] = [];
beforeAll(async () => {
  [first, second] = [await build('1.0.0'), await build('1.1.0')];
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    requested.push(path);
    const file = path.replace(/^\/\d[^/]*\/(?!entry)/, '/').slice(1);
    if (path === lost) response.writeHead(500).end();
    else if (path === '/' || path === '/favicon.ico')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    else response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(join(folder, 'files', file)));
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await chromium.launch({ executablePath: await headlessPath(() => {}), args: [...chromiumFlags] });
});
beforeEach(() => {
  requested.length = 0;
  lost = '';
});
afterAll(async () => {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
});

type Loaded = Record<string, { load(): Promise<string> }>;
/** Runs the entries of these versions in one page, and loads all their chunks in parallel this number of times. */
const run = async (versions: string[], times = 1): Promise<string[]> => {
  const page = await browser.newPage();
  try {
    await page.goto(origin);
    for (const version of versions) await page.addScriptTag({ url: `/${version}/entry.js` });
    const names = versions.map((version) => `mf_test_${version.replaceAll('.', '_')}`);
    const load = () =>
      page.evaluate(
        (globals) =>
          Promise.all(
            globals.map(
              (name) => (window as unknown as Loaded)[name]?.load().catch(() => 'failed') ?? Promise.resolve('absent'),
            ),
          ),
        names,
      );
    const loaded: string[] = [];
    for (let time = 0; time < times; time += 1) loaded.push(...(await load()));
    return loaded;
  } finally {
    await page.close();
  }
};

test('two versions share the addresses of files that are the same in both, and no others', () => {
  const shared = first.filter((file) => second.includes(file));
  expect(shared).toHaveLength(1);
  expect(readFileSync(join(folder, 'files', shared[0] ?? ''), 'utf8')).not.toMatch(/1[._]\d[._]0/);
});

test('two versions that load at once in one page each run their own chunks', async () => {
  const both = ['part of 1.0.0, inside 1.0.0 2', 'part of 1.1.0, inside 1.1.0 2'];
  expect(await run(['1.0.0', '1.1.0'])).toEqual(both);
  expect(await run(['1.1.0', '1.0.0'])).toEqual(both.toReversed());
});

test('a chunk that fails to load is requested next time at a URL of its version only', async () => {
  lost = `/${first.find((file) => second.includes(file))}`;
  expect(await run(['1.0.0'], 2)).toEqual(['failed', 'part of 1.0.0, inside 1.0.0 2']);
  expect(requested).toContain(`/1.0.0${lost}`);
});
