import { auth } from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mailboxPath } from './mail-pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('says so while nothing was sent, then lists what was, with names that are text and not markup', async () => {
  expect((await app.visitor.request({ url: mailboxPath })).text).toContain('Nothing sent yet');
  const firstName = '<script>alert(1)</script>';
  await app.visitor.call(auth.register, { firstName, lastName: 'X', email: 'x@example.test', password: 'Engine1' });
  const { text } = await app.visitor.request({ url: mailboxPath });
  expect(text).toContain('Welcome to Atrium');
  expect(text).toContain('x@example.test');
  const id = /\/local\/mail\/([0-9a-f]{24})/.exec(text)?.[1];
  const shown = await app.visitor.request({ url: `${mailboxPath}/${id}/email` });
  expect(shown.text).toContain('Welcome, &lt;script&gt;');
  expect(shown.text).not.toContain('<script>');
  expect(shown.headers['content-security-policy']).toContain('sandbox');
  expect((await app.visitor.request({ url: `${mailboxPath}/${id}` })).text).toContain(`${mailboxPath}/${id}/email`);
});

it('runs no script on any page but its own, and knows no mail that was not sent', async () => {
  const { headers, status, text } = await app.visitor.request({ url: `${mailboxPath}/nothing` });
  expect(status).toBe(404);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect([...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual(['<script src="/local/page.js">']);
  const script = await app.visitor.request({ url: '/local/page.js' });
  expect(script.headers['content-type']).toContain('text/javascript');
  expect(script.text).toContain('prefers-color-scheme');
  // A page that Back shows as it was left may offer what was done since.
  expect(script.text).toContain("addEventListener('pageshow', (event) => event.persisted && location.reload());");
  const style = await app.visitor.request({ url: '/local/style.css' });
  for (const part of ['--color-surface-0: #f7f7f7', '@layer reset', '.primary']) expect(style.text).toContain(part);
});

it('is not available if not everybody may read the mail', async () => {
  const closed = await createTestApp({ env: { ATRIUM_MAILBOX: '0' } });
  expect((await closed.visitor.request({ url: mailboxPath })).status).toBe(404);
  await closed.close();
});
