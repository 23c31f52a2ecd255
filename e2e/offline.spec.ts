import type { Page } from 'playwright/test';
import { signUp } from './device-journey.ts';
import { sendPrompt, composer, expect, test, url } from './fixtures.ts';
import { shortenPauses } from './pauses.ts';
import { paidTeam } from './sync-stage.ts';
import { change } from './team-journey.ts';

const bar = (page: Page) => page.getByRole('complementary', { name: 'Chats' });
const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });
const queued = (page: Page) => page.getByRole('status', { name: 'Queued messages' }).getByRole('listitem');
const note = (page: Page) => page.getByText('You’re offline', { exact: true });

const inMenu = async (page: Page, chat: string, item: string) => {
  await bar(page).getByRole('link', { name: chat }).first().hover();
  await bar(page)
    .getByRole('button', { name: `Options for ${chat}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

/** Whether the chat can be read again without a network. */
const isCopied = (page: Page, chatId: string) =>
  expect
    .poll(
      () =>
        page.evaluate(
          (id) =>
            new Promise<boolean>((resolve) => {
              const opening = indexedDB.open('atrium.offline');
              // Opening a missing database would create it empty, without the page's object stores, so the creation is
              // aborted.
              opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
              opening.addEventListener('error', () => resolve(false));
              opening.addEventListener('success', () => {
                const { result } = opening;
                if (!result.objectStoreNames.contains('copies')) return resolve(false);
                const keys = result.transaction('copies').objectStore('copies').getAllKeys();
                keys.addEventListener('success', () => {
                  result.close();
                  resolve(keys.result.some((key) => Array.isArray(key) && key[1] === 'thread' && key[2] === id));
                });
              });
            }),
          chatId,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);

test('offline actions wait visibly, survive a reload, and are sent once and in order when the network is back', async ({
  page,
  context,
}) => {
  test.slow();
  await shortenPauses(context);
  await signUp(page, 'offline');
  await paidTeam(page, 'Rail', 2);
  await page.goto(url('/'));
  await sendPrompt(page, 'Which tea is green?');
  const chatId = new URL(page.url()).searchParams.get('chat') ?? '';
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const tab = await context.newPage();
  await tab.goto(page.url());
  await expect(conversation(tab).getByText('Which tea is green?', { exact: true })).toBeVisible();
  await Promise.all([isCopied(page, chatId), isCopied(tab, chatId)]);

  await context.setOffline(true);
  for (const text of ['And which one is black?', 'And which one is white?']) {
    await composer(page).fill(text);
    await composer(page).press('Enter');
    await expect(queued(page).getByText(text)).toBeVisible();
  }
  await expect(composer(page)).toHaveValue('');
  await expect(queued(page).first()).toContainText('Will be sent when you’re online:');
  await inMenu(page, title, 'Rename');
  await page.getByRole('textbox', { name: 'Chat title' }).fill('Leaves in a train');
  await page.keyboard.press('Enter');
  await inMenu(page, 'Leaves in a train', 'Pin');
  for (const one of [page, tab]) {
    await expect(
      bar(one).getByRole('link', { name: 'Leaves in a train' }),
      one === page ? 'PAGE' : 'TAB',
    ).toBeVisible();
    await expect(one.getByRole('button', { name: '4 waiting' })).toBeVisible();
    await expect(queued(one)).toHaveCount(2);
  }
  await page.getByRole('button', { name: '4 waiting' }).click();
  await expect(page.getByRole('region', { name: 'Waiting changes' }).getByRole('listitem')).toHaveText([
    'Send “And which one is black?”',
    'Send “And which one is white?”',
    /Rename .* to “Leaves in a train”/,
    'Pin “Leaves in a train”',
  ]);

  // The page itself comes from the edge; only the service is unreachable.
  await context.route('**/api/**', (route) => route.abort());
  await context.setOffline(false);
  await page.reload();
  await expect(note(page)).toBeVisible({ timeout: 20_000 });
  await expect(conversation(page).getByText('Which tea is green?', { exact: true })).toBeVisible();
  await expect(bar(page).getByRole('link', { name: 'Leaves in a train' })).toBeVisible();
  await expect(queued(page)).toHaveCount(2);

  await context.unroute('**/api/**');
  for (const one of [page, tab]) {
    await expect(queued(one)).toHaveCount(0, { timeout: 60_000 });
    await expect(note(one)).toBeHidden();
    await expect(conversation(one).getByText('And which one is white?', { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: /waiting|Sending/ })).toBeHidden();
  const stored = (await (await page.request.get(url(`/api/chat?chatId=${chatId}`))).json()) as {
    chat: { title: string; pinned?: string };
    messages: { prompt: string }[];
  };
  expect(stored.chat).toMatchObject({ title: 'Leaves in a train', pinned: expect.any(String) });
  expect(stored.messages.map(({ prompt }) => prompt)).toEqual([
    'Which tea is green?',
    'And which one is black?',
    'And which one is white?',
  ]);
});

test('an agent cannot be deleted without a network, which is said, and afterwards only as it is by then', async ({
  page,
  context,
}) => {
  await shortenPauses(context);
  await signUp(page, 'agents-offline');
  await paidTeam(page, 'Juno', 2);
  const { flow } = (await change(page, '/createEditFlow', { title: 'Clerk', instruction: 'Be short.' })) as {
    flow: { _id: string };
  };
  const loaded = page.waitForResponse((response) => /\/deletion\./.test(response.url()));
  await page.goto(url('/'));
  await loaded;
  const agent = bar(page).getByText('Clerk', { exact: true });
  const question = page.getByRole('dialog', { name: 'Delete agent' });
  const confirm = question.getByRole('button', { name: 'Delete', exact: true });
  const ask = async () => {
    await agent.hover();
    await bar(page).getByRole('button', { name: 'Options for Clerk' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(confirm).toBeEnabled();
  };

  await context.setOffline(true);
  await expect(note(page)).toBeVisible();
  await ask();
  await confirm.click();
  await expect(page.getByText('Error posting to api.')).toBeVisible();
  await expect(agent).toBeVisible();

  // Another device changes it meanwhile.
  await change(page, '/createEditFlow', { flowId: flow._id, title: 'Clerk', instruction: 'Be long.' });
  await context.setOffline(false);
  await expect(question).toContainText('“Clerk” was changed in the meantime.');
  await expect(confirm).toBeDisabled();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await ask();
  await confirm.click();
  await expect(question).toBeHidden();
  await expect(agent).toHaveCount(0);
});
