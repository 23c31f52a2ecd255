import type { Page } from 'playwright/test';
import { sendPrompt, expect, test, url } from './fixtures.ts';
import { follows } from './sync-stage.ts';

// 320 px: a small phone, or a window of 1280 px at 400 % zoom.
test.use({ viewport: { width: 320, height: 640 } });

/** Elements that cannot be reached, because they are off screen and in no scroll container. Should be empty. */
const outOfReach = (page: Page) =>
  page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const scrolls = (element: Element): boolean => {
      for (let at = element.parentElement; at; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
      return false;
    };
    const parts =
      'button, a[href], input, select, textarea, summary, [role=tab], [role=dialog], dialog, h1, h2, h3, td';
    const found = [...document.querySelectorAll(parts)]
      .filter(
        (part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest('[inert]') && !scrolls(part),
      )
      .filter((part) => {
        const { left, right, width } = part.getBoundingClientRect();
        return width > 1 && (left < -1 || right > wide + 1);
      })
      .map((part) => `${part.tagName} ${part.getAttribute('aria-label') ?? part.textContent?.trim().slice(0, 40)}`);
    const { scrollWidth } = document.documentElement;
    return scrollWidth > wide ? [...found, `the page is ${scrollWidth} px wide`] : found;
  });
const fits = (page: Page, what: string) => expect.poll(() => outOfReach(page), { message: what }).toEqual([]);

/** A page is loaded when its heading is visible. */
const pages = [
  ['/', 'What you get with Atrium'],
  ['/auth/login', 'Welcome back'],
  ['/auth/signup', 'Create your account'],
  ['/auth/reset', 'Forgot your password?'],
  ['/terms', 'Terms of service'],
  ['/nowhere', '404 - Not Found'],
  ['/local/mail', 'Mailbox'],
  ['/operator', 'Service'],
] as const;

const dialogs = [
  ['Settings: Personalization', 'Settings'],
  ['Settings: Account', 'Settings'],
  ['Settings: Notifications', 'Settings'],
  ['Settings: Billing', 'Settings'],
  ['Help', /help/i],
  ['Keyboard shortcuts', /shortcuts/i],
  ['Archive', /archive/i],
  ['Export or import your data', /data/i],
  ['Add a memory', /memory/i],
  ['Create agent', /agent/i],
  ['Create collection', /collection/i],
  ['Team', /team|Atlas/i],
] as const;

test('at 320 px nothing exceeds the screen, on pages and in dialogs', async ({ page, login, navigate }) => {
  test.slow();
  for (const [path, heading] of pages) {
    await page.goto(url(path));
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await fits(page, path);
  }
  await login('teamadmin@atrium.test');
  await navigate('/team');
  await expect(page.getByRole('heading', { name: 'Create a team' })).toBeVisible();
  await fits(page, '/team');
  await navigate('/');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await fits(page, 'the chat');
  const entry = () => page.evaluate(() => JSON.stringify(history.state));
  for (const side of ['chats', 'memory']) {
    await page.getByRole('button', { name: `Show ${side}` }).click();
    await fits(page, side);
    // Back closes a bar, even one that was opened as soon as the page was loaded.
    await expect.poll(entry).toContain('bar');
    await page.goBack();
    await expect(page.getByRole('button', { name: `Show ${side}` })).toBeVisible();
  }
  // A reload closes a bar, too, and the page stays.
  await page.getByRole('button', { name: 'Show chats' }).click();
  await expect.poll(entry).toContain('bar');
  await page.reload();
  await follows(page);
  await expect.poll(entry).not.toContain('bar');
  expect(page.url()).toBe(url('/'));
  for (const [command, title] of dialogs) {
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox', { name: 'Commands' }).fill(command);
    await fits(page, 'the commands');
    // Until the command is there, the search for chats by the same text is the first option.
    await page
      .getByRole('option', { name: new RegExp(`^${command}`) })
      .first()
      .click({ timeout: 10_000 });
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
    await fits(page, command);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('the offer of a newer version uses the width of a phone', async ({ page, login, navigate }) => {
  await page.clock.install();
  await page.route('**/release-set.json', (route) => route.fulfill({ json: { id: 'newer' } }));
  await login('premium@atrium.test');
  await navigate('/');
  await follows(page);
  await page.clock.fastForward(61_000);
  const words = page.getByText('A new version of Atrium is ready.');
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 640 });
    await expect(words).toBeVisible();
    await fits(page, `the offer at ${width} px`);
    const lines = await words.evaluate(
      (element) => element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
    );
    expect(Math.round(lines), `lines at ${width} px`).toBeLessThanOrEqual(2);
  }
});

test('with forced colors, selection, text and hovered items stay visible', async ({ page, login, navigate }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await login('premium@atrium.test');
  await navigate('/');
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/**/*.js', async (route) => {
    await scripts.promise;
    await route.fallback();
  });
  await page.reload({ waitUntil: 'commit' });
  const message = page.getByRole('textbox', { name: 'Message' });
  await expect(message).toBeVisible();
  /** Whether it has an outline, since backgrounds and shadows are gone in this mode. */
  const outlined = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && outlineColor !== 'rgba(0, 0, 0, 0)';
      });
  expect(await outlined('#frame [class*="-bone-"]'), 'the placeholders of what is loading').toBe(true);
  scripts.resolve();
  await expect(page.locator('#frame')).toHaveCount(0);
  const expectOutlined = async (chosen: string, other: string) =>
    expect([await outlined(chosen), await outlined(other)], chosen).toEqual([true, false]);
  await page.getByRole('button', { name: 'Research mode' }).click();
  await message.focus();
  await expectOutlined('[aria-pressed=true]', '[aria-pressed=false]');
  expect(await outlined('textarea:focus')).toBe(true);
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('Create');
  await expectOutlined('[role=option][aria-selected=true]', '[role=option][aria-selected=false]');
  await page.getByRole('option', { name: 'Create collection' }).click();
  const dialog = page.getByRole('dialog', { name: /collection/i });
  await expect(dialog.getByRole('radio').first()).toBeAttached();
  await expectOutlined('dialog label:has(:checked)', 'dialog label:has([type=radio]:not(:checked))');
  /** The swatches keep their colors, because users choose between them. */
  const swatches = await dialog
    .locator('[style*="background: var(--color-tag-"]')
    .evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).backgroundColor)).size);
  expect(swatches).toBe(7);
  await page.keyboard.press('Escape');
  await sendPrompt(page, 'What do I see without colors?');
  await expect(page.getByRole('heading', { name: 'You said' }).first()).toBeAttached();
  expect(await outlined('[class*="-bubble-"]')).toBe(true);
});
