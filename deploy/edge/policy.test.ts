import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headlessPath } from '../ci/browser.ts';
import { chromiumFlags } from '../ci/browser-flags.ts';
import { contentSecurityPolicy, integrityPolicy } from './policy.ts';

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const script = (file: string, text: string) =>
  `<script defer src="${file}" integrity="${hash(text)}" crossorigin="anonymous"></script>`;

/** Records in the page that it ran. */
const mark = (name: string) => `(window.ran ??= []).push('${name}');`;
/** The page's own code: it creates script URLs through its policy, and tries what it may not do. */
const loader = `${mark('loader')}
const policy = window.trustedTypes?.createPolicy('atrium', { createScriptURL: (url) => url });
window.load = (url, integrity) => new Promise((done) => {
  const element = document.createElement('script');
  element.src = policy ? policy.createScriptURL(url) : url;
  element.crossOrigin = 'anonymous';
  if (integrity) element.integrity = integrity;
  element.onload = () => done('ran');
  element.onerror = () => done('refused');
  document.head.append(element);
});
const element = () => document.createElement('script');
const attempts = {
  address: () => { element().src = '/evil.js'; },
  attribute: () => element().setAttribute('src', '/evil.js'),
  text: () => { element().text = 'ran.push("text")'; },
  string: () => (0, eval)('ran.push("string")'),
  module: () => import('/evil.js'),
  policy: () => trustedTypes.createPolicy('other', {}),
  worker: () => new Worker('/evil.js'),
};
// In a separate task, because code that a debugger evaluates is exempt from the page's policy.
window.tryAll = () => new Promise((done) => setTimeout(async () => {
  const refused = [];
  for (const [name, attempt] of Object.entries(attempts))
    try {
      await attempt();
    } catch (error) {
      refused.push(name + ': ' + error.name);
    }
  done(refused);
}));`;
const files: Record<string, string> = {
  '/loader.js': loader,
  '/chunk.js': mark('chunk'),
  '/swapped.js': mark('swapped'),
  '/evil.js': mark('evil'),
};
const inline = mark('inline');
const head = `<head><script>${inline}</script>${script('/loader.js', loader)}`;
const injected = `<script>${mark('injected')}</script><script src="/evil.js"></script>
<script src="/chunk.js" integrity="${hash(mark('chunk'))}x"></script></head>`;

let browser: Browser;
const servers: Server[] = [];
let origin = '';
let foreign = '';

const listen = async (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> => {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const sendFile = ({ url = '' }: IncomingMessage, response: ServerResponse) =>
  response
    .writeHead(files[url] === undefined ? 404 : 200, {
      'content-type': 'text/javascript',
      'access-control-allow-origin': '*',
    })
    .end(files[url]);

beforeAll(async () => {
  foreign = await listen(sendFile);
  origin = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== '/') {
      sendFile(request, response);
      return;
    }
    // The edge derives the policy from what it sends, so whatever others add to the page on its way is not covered.
    const policy = contentSecurityPolicy(`${head}</head>`);
    const plain = policy.replace(/; require-trusted-types-for[^,]*/, '');
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy': searchParams.has('old') ? plain : policy,
      ...(searchParams.has('old') ? {} : { 'integrity-policy': integrityPolicy }),
    });
    response.end(`<!doctype html>${head}${searchParams.has('injected') ? injected : '</head>'}<p>`);
  });
  browser = await chromium.launch({ executablePath: await headlessPath(() => {}), args: [...chromiumFlags] });
});
afterAll(async () => {
  await browser.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

interface Tried extends Window {
  ran?: string[];
  load(url: string, integrity?: string): Promise<string>;
  /** The result of each attempt that was refused. */
  tryAll(): Promise<string[]>;
}
const within = async <T>(query: string, visit: (page: Page) => Promise<T>): Promise<T> => {
  const page = await browser.newPage();
  try {
    await page.goto(`${origin}/${query}`);
    return await visit(page);
  } finally {
    await page.close();
  }
};
const ran = (page: Page) => page.evaluate(() => (window as unknown as Tried).ran ?? []);
const load = (page: Page, url: string, integrity?: string) =>
  page.evaluate(([at = '', sri]) => (window as unknown as Tried).load(at, sri), [url, integrity]);

test('the policy names what the page names, however many remotes there are', () => {
  const preload = (as: string, text: string) => `<link rel="preload" as="${as}" href="/a" integrity="${hash(text)}">`;
  const policy = contentSecurityPolicy(`${head}${preload('script', 'entry')}${preload('style', 'sheet')}</head>`);
  const [page, own] = policy.split(', ');
  const listed = [inline, loader, 'entry'].map((text) => `'${hash(text)}'`).join(' ');
  expect(page).toContain(`script-src ${listed} 'strict-dynamic';`);
  expect(own).toBe(`script-src 'self' '${hash(inline)}'`);
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;,]*unsafe-inline/);
});

describe.each([
  ['a browser of today', '?'],
  ['one that knows neither Trusted Types nor Integrity-Policy', '?old'],
])('in %s', (_, query) => {
  test('the loader adds a chunk with a matching hash, and no other', () =>
    within(query, async (page) => {
      expect(await load(page, '/chunk.js', hash(mark('chunk')))).toBe('ran');
      expect(await load(page, '/swapped.js', hash(mark('chunk')))).toBe('refused');
      expect(await ran(page)).toEqual(['inline', 'loader', 'chunk']);
    }));

  test('a script of another host does not run, even if its hash matches and the loader requests it', () =>
    within(query, async (page) => {
      expect(await load(page, `${foreign}/evil.js`, hash(mark('evil')))).toBe('refused');
      expect(await ran(page)).not.toContain('evil');
    }));

  test('scripts that were injected in transit do not run', () =>
    within(`${query}&injected`, async (page) => {
      expect(await ran(page)).toEqual(['inline', 'loader']);
    }));

  test('no script runs from HTML that a careless component renders', () =>
    within(query, async (page) => {
      await page.evaluate(async () => {
        const drawn = `<img src="data:," onerror="ran.push('drawn')"><script src="/evil.js"></script>`;
        try {
          document.body.innerHTML = drawn;
          document.body.insertAdjacentHTML('beforeend', drawn);
        } catch {
          // Trusted Types reject the plain string.
        }
        await new Promise((done) => {
          setTimeout(done, 200);
        });
      });
      expect(await ran(page)).toEqual(['inline', 'loader']);
    }));
});

test('no script runs without a hash, and only the loader creates the URL of one', () =>
  within('', async (page) => {
    expect(await load(page, '/evil.js')).toBe('refused');
    const refused = await page.evaluate(() => (window as unknown as Tried).tryAll());
    expect(refused).toEqual([
      'address: TypeError',
      'attribute: TypeError',
      'text: TypeError',
      'string: EvalError',
      'module: TypeError',
      'policy: TypeError',
      'worker: TypeError',
    ]);
    expect(await ran(page)).toEqual(['inline', 'loader']);
  }));
