import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headlessPath } from '../ci/browser.ts';
import { contentSecurityPolicy } from './policy.ts';
import { createReloads, type Reloads } from './reload.ts';

let browser: Browser;
let reloads: Reloads;
let server: Server;
let origin = '';
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await headlessPath(), args: ['--no-sandbox'] });
  reloads = createReloads();
  const html = `<!doctype html><title>Product</title>${reloads.script}<dialog><input></dialog>`;
  server = createServer(({ url }, response) => {
    if (url === reloads.path) reloads.connect(response);
    else
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': contentSecurityPolicy(html) })
        .end(html);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

const failure = 'File: ./src/page.tsx:1:1\n  × Expression expected [54:16]\n<script>evil()</script>';
const shown = (page: Page) => page.getByRole('alertdialog', { name: 'The build failed' });
const opened = async () => {
  const page = await browser.newPage();
  const connected = page.waitForResponse((answer) => answer.url().endsWith(reloads.path));
  await page.goto(origin);
  await connected;
  return page;
};

test('a build error is shown on every page, above a dialog, until it is fixed', async () => {
  const [page, other] = [await opened(), await opened()];
  await page.evaluate(() => document.querySelector('dialog')?.showModal());
  reloads.fail(failure);
  for (const one of [page, other]) await shown(one).getByText('Expression expected [54:16]').waitFor();
  expect(await shown(page).innerText()).toContain(failure);
  expect(await page.evaluate(() => document.elementFromPoint(300, 300)?.closest('[role=alertdialog]') !== null)).toBe(
    true,
  );
  // A later failure replaces the first, and pages that connect later get it too.
  reloads.fail('another');
  await shown(page).getByText('another').waitFor();
  expect(await shown(page).count()).toBe(1);
  const late = await opened();
  await shown(late).getByText('another').waitFor();
  reloads.mend();
  for (const one of [page, other, late]) await shown(one).waitFor({ state: 'detached' });
});

test('it can be dismissed, and a successful build reloads the page without it', async () => {
  const page = await opened();
  reloads.fail(failure);
  await shown(page).getByRole('button', { name: 'Close' }).click();
  await shown(page).waitFor({ state: 'detached' });
  const loaded = page.waitForEvent('load');
  reloads.announce();
  await loaded;
  expect(await shown(page).count()).toBe(0);
});
