import { fileURLToPath } from 'node:url';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Page } from 'playwright/test';
import { composer, expect, forgetSession, password, test, url, watchProblems } from './fixtures.ts';

/** Holds back all scripts of the product until `release` is called. */
const holdScripts = async (page: Page) => {
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/**/*.js', async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return async () => {
    gate.resolve();
    await expect(page.locator('#frame')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  };
};
const reload = (page: Page) => page.reload({ waitUntil: 'commit' });
const early = (page: Page, name: string) => page.locator(`#frame [data-early="${name}"]`).filter({ visible: true });

/**
 * The positions of the parts of a screen, in whole pixels. `within` is the page's own HTML or what the shell has
 * rendered.
 */
const boxes = (page: Page, within: '#frame' | '#app') =>
  page.evaluate((root) => {
    const parts = [
      'main',
      'main header',
      'aside[aria-label=Chats]',
      'aside[aria-label=Memory]',
      'form',
      'h1',
      'nav',
      'li',
    ];
    const seen = [...document.querySelectorAll(parts.map((part) => `${root} ${part}`).join())].filter((part) =>
      part.checkVisibility({ visibilityProperty: true }),
    );
    // The rows of a bar arrive later, with the remote's data.
    const still = seen.filter((part) => part.localName !== 'li' || part.closest('section[aria-label=Welcome], form'));
    return still.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return `${part.localName} ${part.ariaLabel ?? ''} ${[x, y, width, height].map(Math.round).join(' ')}`;
    });
  }, within);

/** What a screen reader finds on the page: its landmarks and the fields, by role and name. */
const landmarks = async (page: Page) =>
  (await page.locator('body').ariaSnapshot())
    .split('\n')
    .map((line) => line.trim().replace(/:.*| \[.*/, ''))
    .filter((line) => /^- (main|complementary|banner|contentinfo|navigation|textbox|form|region "Welcome")/.test(line));

const shifts = (page: Page) =>
  page.evaluate(() => {
    const { entries } = globalThis as unknown as { entries: { value: number }[] };
    return entries.reduce((sum, { value }) => sum + value, 0);
  });
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const entries: PerformanceEntry[] = [];
    Object.assign(globalThis, { entries });
    new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });

/** The first visit stores in the browser who is signed in, and later visits start with that. */
const visit = async (page: Page) => {
  await page.goto(url());
  await expect(page.locator('#frame')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('atrium.access'))).not.toBeNull();
};

test('what is typed before any script has loaded is in the composer, with caret and focus, and Enter sends it once', async ({
  page,
  login,
}) => {
  const problems = watchProblems(page);
  await login('premium@atrium.test');
  await visit(page);
  await watchShifts(page);

  await test.step('text, caret and focus', async () => {
    const release = await holdScripts(page);
    await reload(page);
    await expect(early(page, 'message')).toBeFocused();
    const bones = page.locator('#frame [class*=bone]');
    const animations = await bones.evaluateAll((all) => all.map((one) => getComputedStyle(one).animationName));
    expect([...new Set(animations)], 'placeholders of the frame').toEqual(['none']);
    const [suggested, before] = [await early(page, 'message').getAttribute('placeholder'), await landmarks(page)];
    await page.keyboard.type('Hello world');
    for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(',');
    await release();
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue('Hello, world');
    await page.keyboard.type(' big');
    await expect(composer(page)).toHaveValue('Hello, big world');
    await expect(composer(page)).toHaveAttribute('placeholder', suggested ?? '');
    expect(await landmarks(page)).toEqual(before);
    expect(await shifts(page)).toBe(0);
  });

  await test.step('Enter, with an existing draft', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(calls.chat.streamReply.path)) sent.push(request.url());
    });
    const release = await holdScripts(page);
    await reload(page);
    await expect(early(page, 'message')).toBeFocused();
    const words = `Sent before the scripts ${Date.now()}`;
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await expect(page.locator('#frame form[aria-busy=true]')).toBeVisible();
    await release();
    const conversation = page.getByRole('list', { name: 'Conversation' });
    await expect(conversation.getByText(words, { exact: true })).toBeVisible();
    await expect(conversation.getByRole('heading', { name: 'You said' })).toHaveCount(1);
    expect(sent).toHaveLength(1);
    // Text that the first version of the field did not send stays as a draft.
    await expect(composer(page)).toHaveValue('Hello, big world');
  });
  expect(problems).toEqual([]);
});

test('a password manager or a user fills in the login before any script has loaded, and no address contains the password', async ({
  page,
}) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const release = await holdScripts(page);
  await page.goto(url('/auth/login'), { waitUntil: 'commit' });
  await early(page, 'email').fill('premium@atrium.test');
  await early(page, 'password').fill(password);
  expect(await boxes(page, '#frame')).not.toEqual([]);
  await early(page, 'password').press('Enter');
  await release();
  await expect(page).toHaveURL(url('/'));
  await expect(composer(page)).toBeVisible();
  expect(addresses.filter((address) => address.includes(encodeURIComponent(password)))).toEqual([]);
  const stores = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
  expect(stores).not.toContain(password);
});

test('a member whose session has ended keeps what was typed, and Enter leads nowhere', async ({ page, login }) => {
  await login('premium@atrium.test');
  await visit(page);
  await page.context().addCookies([{ name: 'atrium_session', value: 'x'.repeat(43), url: url() }]);
  const release = await holdScripts(page);
  await reload(page);
  await expect(early(page, 'message')).toBeFocused();
  await page.keyboard.type('A long thought');
  await page.keyboard.press('Enter');
  await release();
  const question = page.getByRole('textbox', { name: 'Your first question' });
  await expect(question).toHaveValue('A long thought');
  await expect(question).toBeFocused();
  await expect(page).toHaveURL(url('/'));
});

test('a file that is dropped before any script has loaded is attached, and the focus in a bar stays there', async ({
  page,
  login,
}) => {
  await login('premium@atrium.test');
  await visit(page);
  const release = await holdScripts(page);
  await reload(page);
  await expect(early(page, 'message')).toBeFocused();
  await page.keyboard.type('What is in it?');
  const devtools = await page.context().newCDPSession(page);
  const drag = { items: [], files: [fileURLToPath(import.meta.url)], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 720, y: 300, data: drag });
  await page.locator('#frame').getByRole('link', { name: 'New Chat' }).focus();
  await release();
  await expect(page.getByRole('list', { name: 'Attachments' })).toContainText('first-paint.spec.txt');
  await expect(composer(page)).toHaveValue('What is in it?');
  await expect(page.locator('#app').getByRole('link', { name: 'New Chat' })).toBeFocused();
});

test('a bar that is opened before any script has loaded is open after it', async ({ page, login }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await login('premium@atrium.test');
  await visit(page);
  const release = await holdScripts(page);
  await reload(page);
  await page.locator('#frame').getByRole('button', { name: 'Show chats' }).click();
  await release();
  await expect(page.locator('#app').getByRole('complementary', { name: 'Chats' })).toBeVisible();
});

test('the bars and the font load once Send works, so that nobody waits for them', async ({ page, login }) => {
  await login('premium@atrium.test');
  await visit(page);
  // Leaves the page, which may still be requesting its own bars.
  await page.goto('about:blank');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(url('/'));
  await expect(page.getByRole('complementary', { name: 'Chats' }).getByRole('button').first()).toBeVisible();
  await expect.poll(() => requested.some((path) => path.endsWith('.woff2'))).toBe(true);
  const first = (part: RegExp) => requested.findIndex((path) => part.test(path));
  expect(first(/mf-chat.*chat_screen/)).toBeGreaterThan(-1);
  expect(first(/mf-chat.*chat_screen/)).toBeLessThan(first(/mf-workspace/));
  expect(first(/\.woff2$/)).toBeGreaterThan(first(/mf-chat.*chat_screen/));
});

test.describe('a user who loads', () => {
  for (const motion of ['reduce', 'no-preference'] as const)
    test(`motion: ${motion} keeps the text and the focus in the product’s own field`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: motion });
      const release = await holdScripts(page);
      await page.goto(url('/auth/signup'), { waitUntil: 'commit' });
      await early(page, 'firstName').focus();
      await page.keyboard.type('A');
      await release();
      const field = page.locator('#app').getByLabel('First name');
      await expect(field).toBeFocused();
      await expect(field).toHaveCSS('caret-animation', motion === 'reduce' ? 'manual' : 'auto');
      await page.keyboard.type('da');
      await expect(field).toHaveValue('Ada');
    });
});

test('nothing moves when the product replaces the page’s frame', async ({ page, login }) => {
  // The font loads after the first screen, and could change the line breaks.
  await page.context().route('**/*.woff2', (route) => route.abort());
  await login('premium@atrium.test');
  await visit(page);
  await page.evaluate(() => localStorage.setItem('atrium.theme', 'dark'));
  let firstName = 'Ada';
  await page.context().route('**/api/user', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), firstName } });
  });
  for (const [width, height, name] of [
    [1440, 900, 'Ada'],
    [390, 844, 'Ada'],
    // Longer than the greeting leaves room for, and longer than the screen is wide.
    [390, 844, 'Annemarie-Luise'],
    [390, 844, 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff'],
    [1440, 900, 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff'],
  ] as const) {
    firstName = name;
    await page.setViewportSize({ width, height });
    const release = await holdScripts(page);
    await reload(page);
    await expect(early(page, 'message')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    const before = await boxes(page, '#frame');
    expect(before.length).toBeGreaterThan(5);
    await release();
    await expect(page.locator('#app h1')).toHaveText(`How can I help, ${name}?`);
    await expect.poll(() => boxes(page, '#app'), { message: `${name} at ${width} px` }).toEqual(before);
  }
  await forgetSession(page);
  const release = await holdScripts(page);
  await page.goto(url('/auth/login'), { waitUntil: 'commit' });
  await expect(early(page, 'email')).toBeVisible();
  const before = await boxes(page, '#frame');
  await release();
  await expect.poll(() => boxes(page, '#app')).toEqual(before);
});

test('the page says that it is still loading while nothing answers who is signed in, and keeps what is typed', async ({
  page,
  login,
}) => {
  await login('premium@atrium.test');
  await visit(page);
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/user', async (route) => {
    await gate.promise;
    await route.fallback();
  });
  await reload(page);
  await expect(early(page, 'message')).toBeFocused();
  await page.keyboard.type('A long');
  const sign = page.getByText('Still loading…', { exact: true });
  await expect(sign).toBeVisible();
  await page.keyboard.type(' thought');
  await expect(early(page, 'message')).toHaveValue('A long thought');
  gate.resolve();
  await expect(page.locator('#frame')).toHaveCount(0);
  await expect(composer(page)).toHaveValue('A long thought');
  await expect(sign).toHaveCount(0);
});

test('a user without a plan sees the ways to join from the first frame on', async ({ page, login }) => {
  await login('free@atrium.test');
  await visit(page);
  const release = await holdScripts(page);
  await reload(page);
  const join = page.getByRole('navigation', { name: 'Join Atrium' });
  await expect(join.getByRole('link')).toHaveText(['Join Today', 'Create a Team']);
  await expect(composer(page)).toHaveCount(0);
  await release();
  await expect(join.getByRole('link')).toHaveText(['Join Today', 'Create a Team']);
});

test('if the script of the shell fails, the page says so, and what was typed stays visible', async ({
  page,
  login,
}) => {
  await login('premium@atrium.test');
  await visit(page);
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/shell/**/index*.js', async (route) => {
    await gate.promise;
    await route.abort();
  });
  await reload(page);
  await expect(early(page, 'message')).toBeFocused();
  await page.keyboard.type('A long thought');
  gate.resolve();
  await expect(page.getByRole('alert')).toContainText('Atrium could not start. Please load this page again.');
  await expect(page.getByRole('link', { name: 'Load again' })).toBeVisible();
  await expect(early(page, 'message')).toHaveValue('A long thought');
});

test('a page is painted before any of its files has loaded, and violates no rule of its policy', async ({
  page,
  login,
}) => {
  const problems = watchProblems(page);
  await login('premium@atrium.test');
  await visit(page);
  const gate = Promise.withResolvers<void>();
  // Scripts, stylesheets and fonts.
  await page.route('**/assets/**', async (route) => {
    await gate.promise;
    await route.fallback();
  });
  await reload(page);
  await expect(early(page, 'message')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hide chats' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
  gate.resolve();
  await expect(page.locator('#frame')).toHaveCount(0);
  await expect(composer(page)).toBeEnabled();
  expect(problems).toEqual([]);
});

test('the page contains the theme, so the stylesheet that comes after the paint makes nothing be laid out again', async ({
  page,
  login,
}) => {
  await login('premium@atrium.test');
  await visit(page);
  const themeIn = (files: boolean) =>
    page.evaluate(
      (linked) =>
        [...document.styleSheets]
          .filter(({ href }) => (linked ? href?.includes('/assets/shell/') : href === null))
          .flatMap(({ cssRules }) => [...cssRules])
          .map((rule) => (rule instanceof CSSLayerBlockRule ? rule.name : rule.constructor.name))
          .filter((name) => ['reset', 'tokens', 'CSSFontFaceRule'].includes(name)),
      files,
    );
  expect((await themeIn(false)).toSorted()).toEqual(['CSSFontFaceRule', 'CSSFontFaceRule', 'reset', 'tokens']);
  const shell = page.locator('link[rel=stylesheet][href*="/shell/content/static/css/index."]');
  await expect(shell).toHaveCount(1);
  expect(await themeIn(true)).not.toContain('tokens');
  expect(await themeIn(true)).not.toContain('reset');
});

test('without scripts there is a message and a way to reload, and a form returns to its page', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url('/auth/login'));
  // The runner's own locators ignore the content of `noscript`.
  const note = page.locator('.no-script');
  await expect(note).toBeVisible();
  await expect(note).toContainText('Atrium needs JavaScript. Please turn it on in your browser');
  await expect(note.locator('a')).toHaveText('load this page again');
  await page.locator('[data-early="password"]').fill(password);
  await page.locator('[data-early="password"]').press('Enter');
  await page.waitForLoadState();
  expect(page.url()).toBe(url('/auth/login'));
  await context.close();
});
