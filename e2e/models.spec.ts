import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeMemoryFolder } from '@atrium/shared-kernel/testing/memory-folder';
import type { Page } from 'playwright/test';
import { textsIn } from '../service/src/testing/archives.ts';
import { sideRequestIn } from '../service/src/testing/side-request.ts';
import { expectAccessible } from './accessible.ts';
import { sendPrompt, attach, composer, data, expect, signIn, test, watchProblems } from './fixtures.ts';
import { answers, bookQuestion, modelSummary, startProviders } from './model-providers.ts';
import { startProduct } from './product.ts';

type Providers = Awaited<ReturnType<typeof startProviders>>;

const logIn = async (page: Page, address: string, email: string): Promise<void> => {
  await signIn(page.request, email, address);
  await page.goto(address);
  await expect(composer(page)).toBeVisible();
};

/** Runs a journey with models of three providers with different wire formats, as a user who has logged in. */
const withProviders = async (
  page: Page,
  journey: (providers: Providers, address: string) => Promise<void>,
): Promise<void> => {
  const providers = await startProviders();
  const folder = makeMemoryFolder('atrium-models-');
  cpSync(join(data(), 'store'), join(folder, 'store'), { recursive: true });
  const product = await startProduct(folder, providers.env);
  try {
    await logIn(page, product.url, 'premium@atrium.test');
    await journey(providers, product.url);
  } finally {
    await product.stop();
    await providers.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const picker = (page: Page, label: string) => page.getByRole('button', { name: `Model: ${label}` });
const choose = async (page: Page, from: string, to: string) => {
  await picker(page, from).click();
  await page.getByRole('menuitemcheckbox', { name: new RegExp(`^${to}`) }).click();
  await expect(picker(page, to)).toBeVisible();
};
/** Expects that the open menu or dialog is fully visible on a desktop, a tablet and a phone. */
const inAllSizes = async (page: Page, role: 'menu' | 'dialog') => {
  for (const width of [390, 1000, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole(role)).toBeInViewport({ ratio: 1 });
    if (role === 'dialog') await expectAccessible(page);
  }
};
const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });
const gauge = (page: Page) => page.getByRole('button', { name: /^Context: \d+% full/ });
const contextDialog = (page: Page) => page.getByRole('dialog', { name: 'Context' });
const openContext = async (page: Page) => {
  await gauge(page).click();
  await expect(contextDialog(page).getByRole('list', { name: 'Parts' })).toBeVisible();
};

const ownSummary = 'They build a harbor for 40 boats in Emden.';
const first = 'What makes the tides?';
const afterBudget = 'And how high is a spring tide?';
const long = (about: string) => `Tell me more about ${about}. ${'Boats come and go with the water. '.repeat(210)}`;

/** What an archive of all data contains about this chat, by file. */
const exported: readonly (readonly [file: RegExp, texts: readonly string[]])[] = [
  [/^data\.json$/, [first, afterBudget, ownSummary, ...Object.values(answers)]],
  [/^chats\/.*\.md$/, [first, afterBudget, ...Object.values(answers)]],
];

const saved = async (page: Page, save: () => Promise<void>): Promise<Buffer> => {
  const downloading = page.waitForEvent('download');
  await save();
  return readFileSync(await (await downloading).path());
};

test('a user chooses among models of three providers, uses up a budget, fills the context and exports all of it', async ({
  page,
}) => {
  test.slow();
  const problems = watchProblems(page);
  await withProviders(page, async ({ fast, thorough, brief }, address) => {
    await test.step('a model is chosen by its abilities and its price', async () => {
      await picker(page, 'Fast').click();
      await expect(page.getByText('For hard questions · Reads pictures · $$$')).toBeVisible();
      await inAllSizes(page, 'menu');
      await page.keyboard.press('Escape');
      await choose(page, 'Fast', 'Thorough');
      await sendPrompt(page, first);
      await expect(conversation(page).getByText(answers.thorough)).toBeVisible();
      expect(thorough.requests.map(({ path }) => path)).toEqual(['/v1/messages']);
    });

    await test.step('a budget that is used up is shown, and the text stays', async () => {
      await composer(page).fill(afterBudget);
      await composer(page).press('Enter');
      await expect(
        page.getByText(/^Your budget for this month is used up\. It resets on \w+ 1\. Choose another model/),
      ).toBeVisible();
      await expect(composer(page)).toHaveValue(afterBudget);
      expect(thorough.requests).toHaveLength(1);
    });

    await test.step('the chat continues with another model, even after a reload', async () => {
      await choose(page, 'Thorough', 'Brief');
      await composer(page).press('Enter');
      await expect(conversation(page).getByText(answers.brief)).toBeVisible();
      expect(brief.requests[0]!.path).toContain('gemini-x:streamGenerateContent');
      await page.reload();
      await expect(picker(page, 'Brief')).toBeVisible();
      await expect(conversation(page).getByText(answers.thorough)).toBeVisible();
    });

    await test.step('the context fills, and a summary replaces the older messages', async () => {
      await expect(gauge(page)).toBeVisible();
      for (const about of ['harbors', 'boats', 'the moon', 'docks', 'locks', 'piers'])
        await sendPrompt(page, long(about));
      await expect(page.getByRole('button', { name: /^Context: \d+% full, nearly full/ })).toBeVisible();
      await expect
        .poll(() => brief.requests.filter(({ body }) => sideRequestIn(body) === 'summary').length)
        .toBeGreaterThan(0);
      await sendPrompt(page, 'And now?');
      await openContext(page);
      await expect(contextDialog(page).getByRole('listitem').filter({ hasText: 'Earlier messages' })).toBeVisible();
      await expect(contextDialog(page).getByText(modelSummary)).toBeVisible();
    });

    await test.step('the summary is edited, and the next reply reads it', async () => {
      await contextDialog(page).getByRole('button', { name: 'Edit', exact: true }).click();
      await contextDialog(page).getByRole('textbox', { name: 'Summary' }).fill(ownSummary);
      await contextDialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(contextDialog(page).getByText(ownSummary)).toBeVisible();
      await page.keyboard.press('Escape');
      await sendPrompt(page, long('sails'));
      expect(brief.requests.some(({ body }) => body.includes(ownSummary))).toBe(true);
    });

    await test.step('a long file is read in parts, and a mark in the answer opens the passage that it cites', async () => {
      const book = 'The harbor has forty berths. Keepers write down who enters, and when the water rises.\n\n'.repeat(
        600,
      );
      await attach(page, { name: 'harbor-book.txt', mimeType: 'text/plain', buffer: Buffer.from(book) });
      await sendPrompt(page, bookQuestion);
      const mark = page.getByRole('button', { name: 'Passage #1: harbor-book.txt' });
      await mark.press('Enter');
      const passages = page.getByRole('region', { name: 'Cited passages' });
      await expect(passages.getByText('The harbor has forty berths.')).toBeVisible();
      await expect(conversation(page).getByText('and no more [#99]')).toBeVisible();
      await expect(passages.getByText('#1', { exact: true })).toBeInViewport();
      // The list has scrolled, and nothing else.
      const moved = () => [...document.querySelectorAll('*')].filter(({ scrollTop }) => scrollTop > 0).length;
      await expect.poll(() => page.evaluate(moved)).toBe(1);
      await passages.getByRole('button', { name: 'Back to passage #1 in the text' }).press('Enter');
      await expect(mark).toBeFocused();
    });

    await test.step('a provider fails, and the model that answered instead is named', async () => {
      brief.fail();
      await sendPrompt(page, 'Are you there?');
      await expect(page.getByText('“Brief” couldn’t answer, so “Fast” did.')).toBeVisible();
      await expect(conversation(page).getByText(answers.fast)).toBeVisible();
      expect(fast.requests.some(({ path, body }) => path === '/v1/responses' && body.includes('Are you there?'))).toBe(
        true,
      );
      await page.reload();
      await expect(page.getByText('“Brief” couldn’t answer, so “Fast” did.')).toBeVisible();
    });

    await test.step('the chat is exported by itself, and with all of the user’s data', async () => {
      await page.getByRole('button', { name: 'Export chat' }).click();
      const chat = await saved(page, () => page.getByRole('button', { name: 'Save as Markdown' }).click());
      for (const text of [first, afterBudget, ...Object.values(answers)]) expect(chat.toString()).toContain(text);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();

      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Commands' }).fill('export or import');
      await page.keyboard.press('Enter');
      const archive = await saved(page, () => page.getByRole('link', { name: 'Download my data' }).click());
      const files = textsIn(archive);
      for (const [file, texts] of exported) {
        const found = Object.entries(files).filter(([name]) => file.test(name));
        for (const text of texts) expect(found.map(([, content]) => content).join('\n'), `${file}`).toContain(text);
      }
    });

    await test.step('a user with many models searches them', async () => {
      await page.goto('about:blank');
      await page.context().clearCookies();
      await logIn(page, address, 'admin@atrium.test');
      await picker(page, 'Fast').press('Enter');
      const search = page.getByRole('combobox', { name: 'Search models' });
      await expect(search).toBeFocused();
      await expect(page.getByRole('option')).toHaveCount(9);
      await inAllSizes(page, 'dialog');
      await search.fill('shows thoughts');
      await expect(page.getByRole('option')).toHaveText([/^Ember/]);
      await search.press('Enter');
      await expect(picker(page, 'Ember')).toBeFocused();
    });
  });
  expect(problems).toEqual([]);
});
