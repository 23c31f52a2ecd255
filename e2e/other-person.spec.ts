import type { Page } from 'playwright/test';
import { headers, isVisitor, openAccount, signUp } from './device-journey.ts';
import { sendPrompt, composer, expect, password, signIn, test, url } from './fixtures.ts';

const [priya, milo] = ['premium@atrium.test', 'member@atrium.test'];
const isNow = (page: Page, name: string) =>
  expect(page.getByText(`You’re now signed in as ${name}.`, { exact: true })).toBeVisible();
const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });

/** What a page requests at its start; `teams` is only for members of a team. */
const firstCalls = ['globalChats?only=pinned', 'flows', 'chatTags', 'memories', 'globalChats?only=replying'];
const callsOf = (page: Page) => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
/** Waits until nothing more is requested. The stream of changes stays open, so no page is without a request for long. */
const quiet = async (page: Page) => {
  let before = -1;
  const comes = async () => {
    const now = (await callsOf(page)).length;
    const more = now !== before;
    before = now;
    return more;
  };
  await expect.poll(comes, { intervals: [500] }).toBe(false);
};
/** Waits until the page has requested everything it shows: from then on, only the user causes calls. */
const settled = async (page: Page, ...more: string[]) => {
  for (const call of [...firstCalls, ...more])
    await expect.poll(async () => (await callsOf(page)).some((name) => name.endsWith(`/api/${call}`))).toBe(true);
  await quiet(page);
};
/** The report on releases is sent a few seconds after the start, and would count as a call like any other. */
const withoutReports = (page: Page) => page.route('**/api/reportReleases', (route) => route.fulfill({ json: {} }));

/** The content of all chats of the signed-in user. */
const chatsOf = async (page: Page) => {
  const list = (await (await page.request.get(url('/api/globalChats'))).json()) as { chats: { _id: string }[] };
  const chats = list.chats.map(async ({ _id }) => (await page.request.get(url(`/api/chat?chatId=${_id}`))).text());
  return JSON.stringify([list, ...(await Promise.all(chats))]);
};

const logIn = async (page: Page, email: string) => {
  await page.goto(url('/auth/login'));
  await page.locator('#app').getByLabel('Email').fill(email);
  await page.locator('#app').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(composer(page)).toBeVisible();
};

const logOut = async (page: Page) => {
  const settings = await openAccount(page);
  await settings.getByRole('button', { name: 'Log out' }).click();
  await isVisitor(page);
};

test.describe('in the tab of a user who has signed out', () => {
  test('nothing is sent as the user who is signed in now, and the draft waits for its author', async ({
    page,
    login,
    navigate,
  }) => {
    await withoutReports(page);
    await login(priya);
    await navigate('/');
    await settled(page);
    // The session changes without any tab that could notify the others.
    await signIn(page.request, milo);
    const before = await chatsOf(page);
    await composer(page).fill('A secret of Priya');
    await composer(page).press('Enter');
    await isNow(page, 'Milo Ferrante');
    await expect(page.getByRole('button', { name: 'Milo Ferrante Settings' })).toBeVisible();
    await expect(composer(page)).toHaveText('');
    await expect(page.getByText('A secret of Priya')).toHaveCount(0);
    expect(await chatsOf(page)).toBe(before);

    await settled(page, 'teams');
    await signIn(page.request, priya);
    await composer(page).fill('A secret of Milo');
    await composer(page).press('Enter');
    await isNow(page, 'Priya Raman');
    await expect(composer(page)).toHaveValue('A secret of Priya');
    await expect(page.getByText('A secret of Milo')).toHaveCount(0);
    expect(await chatsOf(page)).not.toContain('A secret of Milo');

    await composer(page).fill('');
    await login(milo);
    await navigate('/');
    await expect(composer(page)).toHaveValue('A secret of Milo');
  });

  test('a streaming reply ends for its owner only, with what was queued behind it', async ({
    page,
    login,
    navigate,
  }) => {
    await withoutReports(page);
    await login(priya);
    await navigate('/');
    await composer(page).fill('A long answer of 1400 words about Priya’s hills');
    await composer(page).press('Enter');
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect(page).toHaveURL(/chat=/);
    const chat = page.url();
    await composer(page).fill('And what about the valleys?');
    await composer(page).press('Enter');
    await expect(page.getByText('And what about the valleys?')).toBeVisible();
    await signIn(page.request, milo);
    const before = await chatsOf(page);
    await isNow(page, 'Milo Ferrante');
    await expect(conversation(page)).toHaveCount(0);
    expect(new URL(page.url()).search).toBe('');
    expect(await chatsOf(page)).toBe(before);

    // A page that finds another user signed in reloads itself, in the middle of what comes next.
    await page.goto('about:blank');
    await signIn(page.request, priya);
    await page.goto(chat);
    await expect(conversation(page).getByText('Priya’s hills').first()).toBeVisible();
    // The waiting message is sent if the page was emptied before the reply ended; otherwise it is back in the composer.
    const own = async () => (await composer(page).inputValue()) + (await conversation(page).innerText());
    await expect.poll(own).toContain('And what about the valleys?');
  });

  test('a chat is not renamed and settings are not saved for another user', async ({ page }) => {
    await withoutReports(page);
    const ada = await signUp(page, 'ada');
    await page.request.post(url('/api/auth/logout'), { data: {}, headers: headers() });
    const grace = await signUp(page, 'grace');
    const settings = await openAccount(page);
    await settled(page);
    await signIn(page.request, ada);
    await settings.getByLabel('Username').fill('grace_of_all');
    await isNow(page, 'Ada Lovelace');
    const user = await (await page.request.get(url('/api/user'))).json();
    expect(user).not.toHaveProperty('username');

    await page.goto('about:blank');
    await signIn(page.request, grace);
    const own = await openAccount(page);
    await expect(own.getByLabel('Username')).toHaveValue('grace_of_all');
    await expect(page.getByText('Successfully updated info.')).toBeVisible();
    expect(await (await page.request.get(url('/api/user'))).json()).toMatchObject({ username: 'grace_of_all' });
  });
});

test('a page whose code loads after another user has signed in never shows what it requested before', async ({
  page,
  login,
  navigate,
}) => {
  await login(priya);
  await navigate('/');
  await expect(page.getByRole('button', { name: /Settings$/ })).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/shell/**/index*.js', async (route) => {
    await held.promise;
    await route.fallback();
  });
  const answered = page.waitForResponse('**/api/globalChats');
  await page.reload({ waitUntil: 'commit' });
  await answered;
  // Announces the new user in the same way as another tab does.
  await signIn(page.request, milo);
  const { _id } = (await (await page.request.get(url('/api/user'))).json()) as { _id: string };
  await page.evaluate((id) => localStorage.setItem('atrium.session', id), _id);
  const anew = page.waitForResponse('**/api/globalChats');
  held.resolve();
  expect((await anew).headers()['atrium-person']).toBe(_id);
  await expect(page.getByRole('button', { name: 'Milo Ferrante Settings' })).toBeVisible();
});

test('a tab shows at once when a user signs in or out in another one', async ({ page, context }) => {
  await logIn(page, priya);
  await sendPrompt(page, 'Say hello to Priya');
  await composer(page).fill('A thought of Priya');
  const second = await context.newPage();

  await test.step('signed out in the second, the first is a visitor’s', async () => {
    await logOut(second);
    await expect(page.getByText('You’re signed out.')).toBeVisible();
    await isVisitor(page);
    await expect(page.getByText('Say hello to Priya')).toHaveCount(0);
  });

  await test.step('another user signs in, and the first shows theirs', async () => {
    await logIn(second, milo);
    await isNow(page, 'Milo Ferrante');
    await expect(page.getByText('A thought of Priya')).toHaveCount(0);
  });

  await test.step('and again its first owner’s, whose draft is there', async () => {
    await logOut(second);
    await logIn(second, priya);
    await isNow(page, 'Priya Raman');
    await page
      .getByRole('link', { name: /Say hello to Priya/ })
      .first()
      .click();
    await expect(composer(page)).toHaveValue('A thought of Priya');
  });
});

test('a tab that was offline shows who is signed in as soon as it is online', async ({
  page,
  context,
  login,
  navigate,
}) => {
  await login(priya);
  await navigate('/');
  await settled(page);
  await context.setOffline(true);
  await composer(page).fill('Written in the train');
  await signIn(page.request, milo);
  await context.setOffline(false);
  await isNow(page, 'Milo Ferrante');
  await expect(page.getByText('Written in the train')).toHaveCount(0);
  await login(priya);
  await navigate('/');
  await expect(composer(page)).toHaveValue('Written in the train');
});
