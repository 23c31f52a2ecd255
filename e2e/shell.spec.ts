import type { Locator } from 'playwright/test';
import { expect, test, url } from './fixtures.ts';

test('a dialog adds a parameter of three characters, and Back, Escape and a click outside close it', async ({
  page,
  login,
  navigate,
}) => {
  await login('premium@atrium.test');
  await navigate('/');
  const open = page.getByRole('button', { name: /Settings$/ });
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  const shown = async () => {
    await open.click();
    await expect(dialog).toBeVisible();
    expect([...new URL(page.url()).searchParams.keys()].some((key) => key.length === 3)).toBe(true);
  };
  const gone = async () => {
    await expect(dialog).toBeHidden();
    await expect.poll(() => [...new URL(page.url()).searchParams.keys()]).toEqual([]);
    await expect(open).toBeFocused();
  };
  /** Forward leads to the URL of a closed dialog: its parameter is removed, and nothing opens. */
  const forward = async () => {
    await page.goForward();
    await expect.poll(() => [...new URL(page.url()).searchParams.keys()]).toEqual([]);
    await expect(dialog).toBeHidden();
  };
  await shown();
  await page.goBack();
  await gone();
  await forward();
  await shown();
  await page.goBack();
  await gone();
  await page.reload();
  await expect(open).toBeVisible();
  await forward();
  await shown();
  await page.keyboard.press('Escape');
  await gone();
  await shown();
  await page.mouse.click(8, 8);
  await gone();
});

test('Tab stays within an open dialog', async ({ page, login, navigate }) => {
  await login('premium@atrium.test');
  await navigate('/');
  await page.getByRole('button', { name: /Settings$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await expect(dialog.getByRole('tab', { name: 'Personalization' })).toBeVisible();
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press('Tab');
    const inside = await dialog.evaluate(
      (element) => element.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(inside).toBe(true);
  }
});

test('aT and uuid are moved from the address into cookies of one year', async ({ page, context, navigate }) => {
  const uuid = '11111111-2222-4333-8444-555555555555';
  await navigate(`/auth/login?aT=spring&uuid=${uuid}&keep=1`);
  await expect.poll(() => new URL(page.url()).search).toBe('?keep=1');
  const cookies = Object.fromEntries((await context.cookies()).map((cookie) => [cookie.name, cookie]));
  expect(cookies['aT']?.value).toBe('spring');
  expect(cookies['spockUuid']?.value).toBe(uuid);
  const days = ((cookies['aT']?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(365);
});

test('a visitor without a uuid gets a random one', async ({ context, page, navigate }) => {
  await navigate('/auth/login');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  const cookie = (await context.cookies()).find(({ name }) => name === 'spockUuid');
  expect(cookie?.value).toMatch(/^[0-9a-f-]{36}$/);
});

test('/app/ai is the main screen, and an unknown path is not found', async ({ page, navigate }) => {
  await navigate('/app/ai');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  await navigate('/nowhere/at/all');
  await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
});

test('below 1200 px one bar at a time covers the content; on a desktop its visibility is stored', async ({
  page,
  login,
  navigate,
}) => {
  await login('premium@atrium.test');
  await navigate('/');
  const left = page.getByRole('complementary', { name: 'Chats' });
  const right = page.getByRole('complementary', { name: 'Memory' });
  await expect(left).toBeVisible();
  await page.getByRole('button', { name: 'Hide chats' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show chats' })).toBeVisible();
  await page.getByRole('button', { name: 'Show chats' }).click();

  await page.setViewportSize({ width: 1000, height: 800 });
  await page.reload();
  await page.getByRole('button', { name: 'Show chats' }).click();
  await expect(left).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show memory' }).click();
  await expect(right).toBeVisible();
  await expect(left).toHaveCount(0);
});

test('theme and font size are applied before the first paint', async ({ page, login, navigate }) => {
  await login('admin@atrium.test');
  await navigate('/');
  await page.getByRole('button', { name: /Settings$/ }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('radio', { name: 'Dark' }).check();
  // The choices are saved one after the other, and the service's win over what the browser stores.
  const saved = page.waitForResponse((response) => response.request().postData()?.includes('18px') === true);
  await settings.getByRole('radio', { name: /Large/ }).check();
  await saved;
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-font-size', '18px');
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      const { theme, fontSize } = document.documentElement.dataset;
      Object.assign(globalThis, { firstFrame: `${theme} ${fontSize}` });
    });
  });
  await page.reload();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'firstFrame') as string)).toBe('dark 18px');
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#000000');
  await page.getByRole('button', { name: /Settings$/ }).click();
  await settings.getByRole('radio', { name: 'Light' }).check();
  await settings.getByRole('radio', { name: /Medium/ }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

for (const width of [1440, 390])
  test(`the top rows of the bars and of the screen are in line at ${width} px`, async ({ page, login, navigate }) => {
    await page.setViewportSize({ width, height: 900 });
    await login('premium@atrium.test');
    await navigate('/');
    const middle = async (part: Locator) => {
      const box = await part.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().toJSON() as DOMRect;
      });
      return box.y + box.height / 2;
    };
    const toggle = await middle(page.getByRole('button', { name: /(Show|Hide) memory/ }));
    if (width < 1200) await page.getByRole('button', { name: 'Show memory' }).click();
    const heading = page.getByRole('heading', { name: 'Memory', level: 2, exact: true });
    await expect(heading).toBeVisible();
    expect(Math.abs((await middle(heading)) - toggle)).toBeLessThanOrEqual(1);
  });

test('the icons and the manifest that browsers request exist', async ({ page, navigate }) => {
  await navigate('/');
  const manifest = await page.request.get(url('/manifest.webmanifest'));
  const { name, theme_color, icons } = (await manifest.json()) as Record<string, unknown> & {
    icons: { src: string }[];
  };
  expect({ name, theme_color }).toEqual({ name: 'Atrium', theme_color: '#f7f7f7' });
  for (const path of ['/favicon.ico', '/apple-touch-icon.png', ...icons.map(({ src }) => src)]) {
    const answer = await page.request.get(url(path));
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['content-type'], path).toMatch(/^image\//);
  }
});

test('no module of the bars is preloaded for a visitor', async ({ page, navigate }) => {
  await navigate('/');
  await expect(page.getByRole('link', { name: 'Join Today' })).toBeVisible();
  const preloaded = page.locator('head > link[rel="preload"][as="script"]');
  const hrefs = () => preloaded.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  // The shell's script adds them there.
  await expect.poll(hrefs).toContainEqual(expect.stringContaining('/mf-chat/'));
  expect(await hrefs()).not.toContainEqual(expect.stringContaining('/mf-workspace/'));
});

test('the first data is requested before the code is loaded, and no request waits for another', async ({
  page,
  login,
}) => {
  await login('premium@atrium.test');
  const list = (await (await page.request.get(url('/api/globalChats'))).json()) as { chats: { _id: string }[] };
  const chatId = list.chats[0]?._id ?? '';
  const first = [
    'chatTags',
    `chat?chatId=${chatId}&part=end`,
    'flows',
    'globalChats',
    'globalChats?only=pinned',
    'user',
  ];
  const requested: string[] = [];
  const held = Promise.withResolvers<void>();
  page.on('request', (request) => {
    const [, call] = /\/api\/(.+)/.exec(request.url()) ?? [];
    if (call) requested.push(call);
  });
  await page.route('**/api/user', async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.route('**/assets/shell/**/index*.js', async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.goto(url(`/?chat=${chatId}`), { waitUntil: 'commit' });
  await expect.poll(() => requested.toSorted()).toEqual(first.toSorted());
  held.resolve();
  await expect(page.getByRole('list', { name: 'Conversation' })).toBeVisible();
  await expect(
    page.getByRole('complementary', { name: 'Chats' }).getByRole('link', { name: /./ }).nth(3),
  ).toBeVisible();
  // The page fetches the session again as soon as another tab announces the log-in.
  for (const call of first.filter((one) => one !== 'user'))
    expect(requested.filter((one) => one === call)).toHaveLength(1);
});

test('if the shell’s own script fails, the page says so, reports it to the service, and loads again', async ({
  page,
}) => {
  const faults: Record<string, Parameters<typeof page.route>[1]> = {
    'answers 404': (route) => route.fulfill({ status: 404, body: 'Not found' }),
    'answers 500': (route) => route.fulfill({ status: 500, body: 'Broken' }),
    'is cut off': async (route) => {
      const body = await (await route.fetch()).text();
      await route.fulfill({ contentType: 'text/javascript', body: body.slice(0, body.length / 2) });
    },
    'is a page': (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to this network</h1>' }),
    'cannot be reached': (route) => route.abort(),
  };
  const given = (...names: string[]) => Object.entries(faults).filter(([fault]) => names.includes(fault));
  const scripts = { index: Object.entries(faults), react: given('is cut off', 'cannot be reached') };
  const attempts = Object.entries(scripts).flatMap(([name, all]) => all.map((one) => [name, ...one] as const));
  await page.clock.install();
  for (const [name, fault, answer] of attempts)
    await test.step(`${name} ${fault}`, async () => {
      const script = `**/assets/shell/**/${name}*.js`;
      await page.route(script, answer);
      const reported = page.waitForRequest('**/api/reportReleases');
      await page.goto(url('/auth/login'));
      await expect(page.getByRole('alert')).toContainText('Atrium could not start. Please load this page again.');
      expect((await reported).postDataJSON()).toMatchObject({ reports: [{ remote: 'shell', kind: 'failed' }] });
      await page.clock.fastForward(20_000);
      await expect(page.getByRole('alert')).toContainText('Atrium could not start. Please load this page again.');
      await page.unroute(script);
      await page.getByRole('link', { name: 'Load again' }).click();
      await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    });
});

test('if the shell’s own script does not load, the page says after a while that it takes long', async ({ page }) => {
  await page.clock.install();
  await page.route('**/assets/shell/**/index*.js', () => undefined);
  await page.goto(url('/auth/login'), { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await page.clock.fastForward(20_000);
  await expect(page.getByRole('alert')).toContainText('This takes longer than usual. Your connection may be slow.');
  await expect(page.getByRole('link', { name: 'Load again' })).toBeVisible();
});

test('the shell’s stylesheet is requested again; without it the page says that it could not start', async ({
  page,
}) => {
  const styles = '**/assets/shell/**/index*.css';
  let left = 1;
  // The first request is that of the preload.
  await page.route(styles, (route) => ((left -= 1) >= 0 ? route.abort() : route.continue()));
  await page.goto(url('/auth/login'));
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page.locator('#frame')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute(styles);
  await page.route(styles, (route) => route.abort());
  const reported = page.waitForRequest('**/api/reportReleases');
  await page.goto(url('/auth/signup'));
  await expect(page.getByRole('alert')).toContainText('Atrium could not start. Please load this page again.');
  expect((await reported).postDataJSON()).toMatchObject({
    reports: [{ remote: 'shell', kind: 'failed', reason: 'the styles of the shell were not loaded' }],
  });
});

test('an error of a browser extension while the page starts is not the shell’s', async ({ page }) => {
  const reports: string[] = [];
  page.on('request', (request) => request.url().endsWith('/reportReleases') && reports.push(request.postData() ?? ''));
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/shell/**/index*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(url('/auth/login'), { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  for (const filename of ['chrome-extension://abc/a.js', 'webkit-masked-url://hidden/', ''])
    await page.evaluate((from) => {
      dispatchEvent(new ErrorEvent('error', { filename: from, message: 'Script error.' }));
    }, filename);
  await expect(page.getByRole('alert')).toHaveCount(0);
  held.resolve();
  await expect(page.locator('#frame')).toHaveCount(0);
  expect(reports.filter((report) => report.includes('failed'))).toEqual([]);
});
