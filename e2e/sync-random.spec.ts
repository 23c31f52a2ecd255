import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Page } from 'playwright/test';
import { expect, test, url } from './fixtures.ts';
import { type Actor, actAtRandom, createRandom } from './sync-random.ts';
import { call, follows, idOf, newPerson, paidTeam, send } from './sync-stage.ts';

/** `pnpm bench sync random` gives other numbers. */
const minutes = Number(process.env['ATRIUM_SYNC_MINUTES'] ?? 0.25);
const seeds = (process.env['ATRIUM_SYNC_SEEDS'] ?? '1').split(',').map(Number);

/** What a person perceives of a part of the screen, without what changes by itself. */
const perceived = async (page: Page, role: 'complementary' | 'main', name?: string) => {
  const part = name === undefined ? page.getByRole(role) : page.getByRole(role, { name });
  return (await part.count()) > 0 ? part.first().ariaSnapshot() : '';
};

const homeOf = async (page: Page) => ({
  chats: await perceived(page, 'complementary', 'Chats'),
  memory: await perceived(page, 'complementary', 'Memory'),
  conversation: await page
    .getByRole('list', { name: 'Conversation' })
    .ariaSnapshot({ timeout: 1000 })
    .catch(() => ''),
  collection: await page
    .getByRole('region', { name: /^Chats in/ })
    .ariaSnapshot({ timeout: 500 })
    .catch(() => ''),
});

const teamOf = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Team Management' });
  const seen: string[] = [];
  for (const tab of ['Team', 'Agents', 'Roles']) {
    await dialog.getByRole('tab', { name: tab, exact: true }).click();
    seen.push(await dialog.ariaSnapshot());
  }
  return seen.join('\n');
};

/** The tab, and another one that is loaded now, show the same. */
const equalsFreshLoad = async (page: Page, read: (page: Page) => Promise<unknown>) => {
  const fresh = await page.context().newPage();
  await fresh.goto(page.url());
  await expect(async () => expect(await read(page)).toEqual(await read(fresh))).toPass({ timeout: 12_000 });
  await fresh.close();
};

for (const seed of seeds)
  test(`after ${minutes} minutes of random work (seed ${seed}) all screens of two people equal a fresh load`, async ({
    browser,
  }, info) => {
    test.setTimeout(minutes * 60_000 + 150_000);
    const [ada, bea] = [await newPerson(browser, `ada-${seed}`), await newPerson(browser, `bea-${seed}`)];
    const teamId = await paidTeam(ada, 'Vela', 6);
    await call(bea, calls.teams.joinTeam, { teamId });
    await call(ada, calls.teams.setTeamAdmin, { teamId, memberId: await idOf(bea), admin: true });
    const log: string[] = [];
    const actors: Actor[] = [];
    for (const [at, page] of [ada, bea].entries()) {
      await send(page, 'What are tides?');
      const tab = await page.context().newPage();
      await Promise.all([page.goto(url('/')), tab.goto(url(`/?team=${teamId}`))]);
      await Promise.all([page, tab].map(follows));
      const name = at === 0 ? 'Ada' : 'Bea';
      const actor = (one: Page, what: string, of: number): Actor => ({
        name: `${name}’s ${what}`,
        page: one,
        random: createRandom(seed * 100 + at * 10 + of),
        teamId,
        owner: at === 0,
      });
      actors.push(actor(page, 'home', 1), actor(tab, 'team', 2));
    }
    const until = Date.now() + minutes * 60_000;
    await Promise.all(
      actors.map((actor, at) =>
        actAtRandom(
          actor,
          at % 2 === 0 ? ['call', 'hand'] : ['call', 'admin'],
          () => Date.now() > until,
          (what) => log.push(`${new Date().toISOString()} ${what}`),
        ),
      ),
    );
    await info.attach('actions', { body: log.join('\n'), contentType: 'text/plain' });
    for (const page of [ada, bea])
      await expect
        .poll(async () => (await call(page, calls.chat.listChats, { only: 'replying' })).chats, { timeout: 60_000 })
        .toEqual([]);
    for (const [at, { page, name }] of actors.entries())
      await test.step(`${name} equals a fresh load`, () => equalsFreshLoad(page, at % 2 === 0 ? homeOf : teamOf));
    for (const page of [ada, bea]) await page.context().close();
  });
