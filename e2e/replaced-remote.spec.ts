import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { composer, data, expect, test, url } from './fixtures.ts';
import { pin, pinned, pinShell, publishAs, release, remotes, restore, setText } from './releases.ts';

test('a remote is replaced by a new version with only its line of the release set changed', async ({ page, login }) => {
  const shellBefore = await page.request.get(url('/auth/login')).then((answer) => answer.text());
  const published = await publishAs(data(), 'mf-auth', '9.1.0');
  const before = pin(data(), 'mf-auth', published);
  try {
    const lines = (text: string) => text.split('\n').filter((line) => !/^"(id|signed|serial|expires)"/.test(line));
    const [was, is] = [lines(before), lines(setText(data()))];
    const changed = is.filter((line, index) => line !== was[index]);
    expect(changed).toHaveLength(1);
    expect(changed[0]).toContain('"mf-auth"');

    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(url('/auth/login'));
    // Not the one that the page itself contains, before any file of a remote is requested.
    await expect(page.locator('#app').getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    const entries = requested.filter((one) => /\/assets\/mf-auth\/.*remoteEntry/.test(one));
    expect(new Set(entries.map((one) => one.includes('/mf-auth/content/9.1.0/')))).toEqual(new Set([true]));
    const shellScript = /\/assets\/shell\/[^"]+\.js/.exec(shellBefore)?.[0] ?? 'none';
    expect(requested.some((one) => one.endsWith(shellScript))).toBe(true);
  } finally {
    restore(data(), before);
  }
  await page.goto(url('/auth/login'));
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  expect(pinned(data(), 'mf-auth').version).not.toBe('9.1.0');
  expect(remotes).toHaveLength(5);

  // Only users who open its URL have the preview, until they end it.
  const { address } = await release(data(), 'preview', 'local', 'mf-auth@9.1.0');
  const banner = page.getByRole('complementary', { name: 'Previews' });
  await page.goto(url(`/auth/login${String(address).slice(1)}`));
  await expect(banner).toContainText('Preview: mf-auth@9.1.0, until');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await expect(page.locator('[data-release="mf-auth@9.1.0"]')).toHaveCount(1);
  await banner.getByRole('link', { name: 'End preview' }).click();
  await expect(page.locator('[data-release^="mf-auth@"]')).toHaveCount(1);
  await expect(page.locator('[data-release="mf-auth@9.1.0"]')).toHaveCount(0);
  await expect(banner).toHaveCount(0);
  await release(data(), 'preview', 'local', 'mf-auth@9.1.0', '--end');

  // Members of a group get its version with their next page, because the service names their groups.
  const given = async () => {
    const set = (await (await page.request.get(url('/release-set.json'))).json()) as ReleaseSet;
    return set.remotes.find(({ name }) => name === 'mf-auth')?.version;
  };
  const usual = await given();
  expect(await release(data(), 'canary', 'local', 'mf-auth@9.1.0', '--plan', 'personal')).toMatchObject({ ok: true });
  try {
    expect(await given()).toBe(usual);
    await login('premium@atrium.test');
    expect(await given()).toBe('9.1.0');
  } finally {
    await release(data(), 'rollback', 'local', 'mf-auth');
  }
  expect(await given()).toBe(usual);
});

/** Controls of other remotes that open a dialog or a bar of the disabled one. */
const openers: Readonly<Record<string, RegExp>> = { 'mf-billing': /Settings$/, 'mf-workspace': /Memory/ };
const turnedOff = 'This part of Atrium is turned off for now. Please try again later.';

test('a page without any one of its remotes breaks nothing else, and one browser can request it', async ({
  page,
  login,
  navigate,
}) => {
  await login('premium@atrium.test');
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(String(error)));
  // Chromium requests an icon for every page.
  const isIcon = (where: string) => where.endsWith('/favicon.ico');
  page.on('console', (message) => {
    if (message.type() === 'error' && !isIcon(message.location().url)) broken.push(message.text());
  });
  const banner = page.getByRole('complementary', { name: 'Disabled remotes' });
  for (const name of remotes) {
    await navigate(`/?disable=${name}`);
    await expect(banner).toContainText(`Disabled in this browser: ${name}.`);
    expect(new URL(page.url()).search).toBe('');
    await expect(page.getByRole('complementary', { name: 'Chats' })).toHaveCount(name === 'mf-workspace' ? 0 : 1);
    if (name === 'mf-chat') await expect(page.getByText('Chat is turned off for now.')).toBeVisible();
    else await expect(composer(page)).toBeEditable();
    // Emits an event that nobody handles, or opens a dialog that nobody provides.
    if (name === 'mf-chat') await page.getByRole('link', { name: 'New Chat' }).click();
    const opener = openers[name];
    if (!opener) continue;
    await page.getByRole('button', { name: opener }).click();
    await page.getByRole('listitem').filter({ hasText: turnedOff }).getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText(turnedOff)).toHaveCount(0);
  }
  await banner.getByRole('link', { name: 'Turn on again' }).click();
  await expect(banner).toHaveCount(0);
  await expect(composer(page)).toBeEditable();
  expect(broken).toEqual([]);
});

test('a remote is disabled by one command: its pages and dialogs say so, even with an older shell, until it is enabled', async ({
  page,
  login,
  navigate,
}) => {
  await login('premium@atrium.test');
  expect(await release(data(), 'disable', 'local', 'mf-teams')).toMatchObject({ ok: true });
  try {
    await navigate('/join?id=1');
    await expect(page.getByRole('heading', { name: 'Turned off for now' })).toBeVisible();
    await expect(page.getByText('You can’t join a team right now. Please try your link again later.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Atrium' }).click();
    await expect(composer(page)).toBeEditable();
    await navigate(`/?team=${'a'.repeat(24)}`);
    await expect(page.getByText(turnedOff)).toBeVisible();
    await expect(composer(page)).toBeEditable();

    const restoreShell = await pinShell(data(), '0.1.0');
    await page.goto(url('/join?id=1'));
    await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
    await restoreShell();
  } finally {
    expect(await release(data(), 'enable', 'local', 'mf-teams')).toMatchObject({ ok: true });
  }
  await navigate('/team');
  await expect(page.getByRole('heading', { name: 'Turned off for now' })).toHaveCount(0);
});

test('the configuration that an environment sets applies to the next page, without a release', async ({ page }) => {
  const before = pinned(data(), 'mf-auth').version;
  const notice = 'Data of this environment is deleted every night.';
  try {
    expect(await release(data(), 'configure', 'local', 'mf-auth', `notice=${notice}`)).toMatchObject({ ok: true });
    await page.goto(url('/auth/login'));
    await expect(page.getByRole('note')).toHaveText(notice);
    expect(pinned(data(), 'mf-auth').version).toBe(before);
  } finally {
    await release(data(), 'configure', 'local', 'mf-auth', 'notice=');
  }
  await page.goto(url('/auth/login'));
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);
});
