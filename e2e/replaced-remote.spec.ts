import { data, expect, test, url } from './fixtures.ts';
import { pin, pinned, publishAs, remotes, restore, setText } from './releases.ts';

test('a remote is replaced by a new version with only its line of the release set changed', async ({ page }) => {
  const shellBefore = await page.request.get(url('/auth/login')).then((answer) => answer.text());
  const release = await publishAs(data(), 'mf-auth', '9.1.0');
  const before = pin(data(), 'mf-auth', release);
  try {
    const lines = (text: string) => text.split('\n').filter((line) => !/^"(id|signed|serial|expires)"/.test(line));
    const [was, is] = [lines(before), lines(setText(data()))];
    const changed = is.filter((line, index) => line !== was[index]);
    expect(changed).toHaveLength(1);
    expect(changed[0]).toContain('"mf-auth"');

    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(url('/auth/login'));
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    const entries = asked.filter((one) => /\/assets\/mf-auth\/.*remoteEntry/.test(one));
    expect(new Set(entries.map((one) => one.includes('/mf-auth/content/9.1.0/')))).toEqual(new Set([true]));
    const shellScript = /\/assets\/shell\/[^"]+\.js/.exec(shellBefore)?.[0] ?? 'none';
    expect(asked.some((one) => one.endsWith(shellScript))).toBe(true);
  } finally {
    restore(data(), before);
  }
  await page.goto(url('/auth/login'));
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  expect(pinned(data(), 'mf-auth').version).not.toBe('9.1.0');
  expect(remotes).toHaveLength(5);
});
