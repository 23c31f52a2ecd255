import * as calls from '@atrium/shared-kernel/contracts/calls';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright/test';
import { expect, test, url } from './fixtures.ts';
import { type Actor, actAtRandom, createRandom } from './sync-random.ts';
import { call, follows, idOf, newPerson, paidTeam, send } from './sync-stage.ts';

/** `pnpm bench sync random` sets other numbers. */
const minutes = Number(process.env['ATRIUM_SYNC_MINUTES'] ?? 0.25);
const seeds = (process.env['ATRIUM_SYNC_SEEDS'] ?? '1').split(',').map(Number);

/** The accessible content of a part of the screen; empty if the part is missing. */
const perceived = (part: Locator) => part.ariaSnapshot({ timeout: 1000 }).catch(() => '');

const homeOf = async (page: Page) => ({
  chats: await perceived(page.getByRole('complementary', { name: 'Chats' })),
  memory: await perceived(page.getByRole('complementary', { name: 'Memory' })),
  conversation: await perceived(page.getByRole('list', { name: 'Conversation' })),
  collection: await perceived(page.getByRole('region', { name: /^Chats in/ })),
});

const teamOf = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Team Management' });
  const seen: Record<string, string> = {};
  for (const tab of ['Team', 'Agents', 'Roles']) {
    await dialog.getByRole('tab', { name: tab, exact: true }).click({ timeout: 10_000 });
    seen[tab] = await perceived(dialog);
  }
  return seen;
};

/** Milliseconds for the last changes to arrive. */
const timeoutMs = 20_000;

/** Expects that the tab shows the same as another one that is loaded now. */
const equalsFreshLoad = async (
  page: Page,
  address: string,
  read: (page: Page) => Promise<Readonly<Record<string, string>>>,
) => {
  const fresh = await page.context().newPage();
  await fresh.goto(address);
  await follows(fresh);
  const until = Date.now() + timeoutMs;
  let [ours, theirs] = [await read(page), await read(fresh)];
  while (!isDeepStrictEqual(ours, theirs) && Date.now() < until) {
    await page.waitForTimeout(500);
    [ours, theirs] = [await read(page), await read(fresh)];
  }
  expect(ours).toEqual(theirs);
  expect(Object.values(theirs).join('')).not.toBe('');
  await fresh.close();
};

for (const seed of seeds)
  test(`after ${minutes} minutes of random work (seed ${seed}) all screens of two users equal a fresh load`, async ({
    browser,
  }, info) => {
    test.setTimeout(minutes * 60_000 + 150_000);
    const [ada, bea] = [await newPerson(browser, `ada-${seed}`), await newPerson(browser, `bea-${seed}`)];
    const teamId = await paidTeam(ada, 'Vela', 6);
    await call(bea, calls.teams.joinTeam, { teamId });
    await call(ada, calls.teams.setTeamAdmin, { teamId, memberId: await idOf(bea), admin: true });
    const team = url(`/?team=${teamId}`);
    const log: string[] = [];
    const actors: Actor[] = [];
    for (const [at, page] of [ada, bea].entries()) {
      await send(page, 'What are tides?');
      const tab = await page.context().newPage();
      await Promise.all([page.goto(url('/')), tab.goto(team)]);
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
    const equal = ({ page, name }: Actor, at: number) =>
      test.step(`${name} equals a fresh load`, () =>
        at % 2 === 0 ? equalsFreshLoad(page, page.url(), homeOf) : equalsFreshLoad(page, team, teamOf));
    // Side by side, because each waits until its fresh page follows changes.
    await Promise.all(actors.map(equal));
    for (const page of [ada, bea]) await page.context().close();
  });
