import { signedReleaseOf } from '@atrium/deploy/release/release-set';
import { composer, data, expect, test } from './fixtures.ts';
import { publishGuest } from './guest-remote.ts';
import { add, restore } from './releases.ts';

test('a remote of another team adds to settings, composer, bars, palette and pages; its failures affect nothing else, and without it nothing changes', async ({
  page,
  login,
  navigate,
}) => {
  await login('premium@atrium.test');
  const before = add(data(), signedReleaseOf(publishGuest(data())));
  const requested: string[] = [];
  const consoleLines: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('console', (message) => consoleLines.push(message.text()));
  const tabs = page.getByRole('dialog', { name: 'Settings' }).getByRole('tab');
  const drawn = (area: ReturnType<typeof page.getByRole>) => expect(area.getByText('Drawn by the guest')).toBeVisible();
  try {
    await navigate('/');
    await expect(page.getByRole('button', { name: 'Guest card' })).toBeVisible();

    // A section that is visible is rendered, the broken one is not, and the chats are still there.
    const bar = page.getByRole('complementary', { name: 'Chats' });
    await drawn(bar);
    await expect(bar.getByRole('link', { name: 'New Chat' })).toBeVisible();

    await page.getByRole('button', { name: 'Guest words' }).click();
    await expect(composer(page)).toHaveValue('Words of the guest');
    await page.getByRole('button', { name: 'Wrong words' }).click();
    await expect
      .poll(() => consoleLines.join('\n'))
      .toContain('mf-guest broke the contract of the slot chat.composerActions');
    await expect(composer(page)).toHaveValue('Words of the guest');
    await composer(page).fill('');

    await page.getByRole('button', { name: /Settings$/ }).click();
    await expect(tabs).toContainText(['Personalization', 'Broken guest', 'Guest', 'Huge guest']);
    await expect(tabs.filter({ hasText: 'Free guest' })).toHaveCount(0);
    await tabs.filter({ hasText: 'Broken guest' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Broken guest is not available' })).toBeVisible();
    await tabs.filter({ hasText: /^Guest$/ }).click();
    await drawn(page.getByRole('dialog', { name: 'Settings' }));
    await tabs.filter({ hasText: 'Huge guest' }).click();
    await expect(page.getByText('All of the screen')).toBeVisible();
    const box = await page.locator('[data-filler]').filter({ hasText: 'All of the screen' }).boundingBox();
    expect(box?.width).toBeLessThan(1000);
    // A huge module covers nothing of the remote that owns the slot.
    await tabs.filter({ hasText: 'Account' }).click();
    await expect(page.getByLabel('First name')).toBeVisible();
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close' }).click();
    expect(consoleLines.join('\n')).toMatch(/mf-guest@1\.0\.0 \.\/broken failed in phase mount: .*the guest is broken/);

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Commands' }).fill('guest page');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/guest$/);
    await drawn(page.locator('body'));

    requested.length = 0;
    await navigate('/?disable=mf-guest');
    await expect(composer(page)).toBeEditable();
    await page.getByRole('button', { name: /Settings$/ }).click();
    await expect(tabs.filter({ hasText: 'Usage' })).toBeVisible();
    await expect(page.getByText(/guest/i).filter({ hasNotText: 'Disabled in this browser' })).toHaveCount(0);
    expect(requested.filter((url) => /\/assets\/mf-guest\//.test(url))).toEqual([]);
  } finally {
    restore(data(), before);
  }
});
