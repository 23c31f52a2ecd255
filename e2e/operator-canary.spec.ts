import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright/test';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { readEnvironment, writeEnvironment } from '@atrium/deploy/release/environment';
import { followReadme, makeRepository, type OwnRepository, packPackages } from '@atrium/deploy/testing/own-repository';
import { expectAccessible } from './accessible.ts';
import { composer, data, expect, password, signIn, test, url } from './fixtures.ts';
import { shortenPauses } from './pauses.ts';
import { release } from './releases.ts';

const remote = 'mf-news';
const rehearsal = 'rehearsal';
const pins = () => process.env['ATRIUM_ENVIRONMENTS'] ?? '';
let root = '';

const change = ({ folder }: OwnRepository, file: string, edit: (text: string) => string) => {
  const before = readFileSync(join(folder, file), 'utf8');
  writeFileSync(join(folder, file), edit(before));
  return () => writeFileSync(join(folder, file), before);
};
const publish = (repository: OwnRepository, version: string) => {
  change(repository, 'package.json', (text) => text.replace(/"version": "[^"]*"/, `"version": "${version}"`));
  repository.run('remote-kit', 'publish');
};

/** The versions of a team with its own repository: a working one, one whose composer action breaks, and a third. */
test.beforeAll(async () => {
  test.setTimeout(600_000);
  root = mkdtempSync(join(tmpdir(), 'atrium-operator-canary-'));
  packPackages(join(root, 'packed'));
  const at = { folder: join(root, remote), packages: join(root, 'packed'), data: data(), environments: pins() };
  const repository = makeRepository(remote, at);
  followReadme(repository);
  publish(repository, '1.0.0');
  const mend = change(repository, 'src/greeting/greeting-action.tsx', (text) =>
    text.replace('=> {\n', "=> {\n  throw new Error('broken in render');\n"),
  );
  publish(repository, '2.0.0');
  mend();
  publish(repository, '3.0.0');
});
test.afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The browser of a user with an account, or of a visitor if there is none. */
const visit = async (browser: Browser, email: string): Promise<Page> => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await signIn(context.request, email);
  return context.newPage();
};
const given = async (page: Page): Promise<string | undefined> => {
  const set = (await (await page.request.get(url('/release-set.json'))).json()) as ReleaseSet;
  return set.remotes.find(({ name }) => name === remote)?.version;
};
const greeting = (page: Page) => page.getByRole('button', { name: 'Greeting', exact: true });
const openSettings = async (page: Page) => {
  await page.getByRole('button', { name: /Settings$/ }).click();
  return page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: 'Greetings' });
};

/** Expects everything that the remote adds. */
const expectAll = async (page: Page) => {
  await page.goto(url('/?inspect'));
  await greeting(page).click();
  await page.getByRole('button', { name: 'Insert a greeting' }).click();
  await expect(composer(page)).toHaveValue('Hello from the chat!');
  await composer(page).fill('');
  const tab = await openSettings(page);
  await tab.click();
  await expect(page.getByText('Greetings are friendly.')).toBeVisible();
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'News' }).click();
  await expect(page.getByRole('heading', { name: 'News', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Say hello' }).click();
  await page.getByRole('button', { name: 'Inspect', exact: true }).click();
  const inspector = page.getByRole('region', { name: 'Inspector' });
  await inspector.getByRole('tab', { name: 'Events' }).click();
  await expect(inspector).toContainText('news.greeted');
};
const expectNothing = async (page: Page) => {
  await page.goto(url());
  await expect(composer(page)).toBeEditable();
  await expect(await openSettings(page)).toHaveCount(0);
  await expect(greeting(page)).toHaveCount(0);
  await page.goto(url('/news'));
  await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
};

/** Expects that the page is accessible, and that a phone can show all of it. */
const expectRight = async (page: Page) => {
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1440, height: 900 });
};

/** Four browsers of the team load the broken version, which are all that it has. */
const meetBroken = async (browser: Browser) => {
  const visitOnce = async () => {
    const page = await visit(browser, 'member@atrium.test');
    await shortenPauses(page);
    const reported = page.waitForResponse((one) => one.url().endsWith('/api/reportReleases'));
    await page.goto(url());
    await greeting(page).click();
    await expect(page.getByRole('button', { name: 'Insert a greeting' })).toBeVisible({ timeout: 30_000 });
    await reported;
    await page.context().close();
  };
  await Promise.all(Array.from({ length: 4 }, visitOnce));
};

test('an operator enables a remote of another repository for one team, sees its canary end by itself, and does everything else on the page', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  await release(data(), 'sign', 'local');
  const { changes: origin = '' } = (await (await fetch(url('/operator.json'))).json()) as { changes?: string };
  const [member, outsider] = [await visit(browser, 'member@atrium.test'), await visit(browser, 'premium@atrium.test')];
  const { teams } = (await (await member.request.get(url('/api/teams'))).json()) as { teams: { _id: string }[] };
  const team = teams[0]?._id ?? '';
  const checked = new Set<string>();
  const act = async (link: string, button: string, fields: Readonly<Record<string, string>> = {}) => {
    await page.goto(origin);
    await page.getByRole('link', { name: link, exact: true }).click();
    for (const [label, value] of Object.entries(fields)) {
      const field = page.getByLabel(label);
      if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(value);
      else await field.fill(value);
    }
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByText('Done', { exact: true })).toBeVisible();
    // The result of an action looks the same every time.
    if (!checked.has(link)) await expectRight(page);
    checked.add(link);
  };
  const canary = (version: string) =>
    act(`Canary: ${remote}`, 'Canary', { Version: version, 'Teams (optional)': team });

  try {
    await test.step('the first version is enabled for one team', async () => {
      await page.goto(origin);
      await page.getByLabel('Email').fill('admin@atrium.test');
      await page.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('list', { name: 'Published, not pinned' })).toContainText(remote);
      await expectRight(page);
      await canary('1.0.0');
      await expectAll(member);
      await expectNothing(outsider);
    });

    await test.step('a pin gives it to everybody', async () => {
      await act(`Pin: ${remote}`, 'Pin', { Version: '1.0.0' });
      await expectAll(outsider);
    });

    await test.step('a flag is on for the team, and is then reset', async () => {
      const cheers = async (who: Page, count: number) => {
        await who.goto(url('/news'));
        await expect(who.getByRole('heading', { name: 'News', exact: true })).toBeVisible();
        await expect(who.getByText('Three cheers!')).toHaveCount(count);
      };
      const flag = `Change flag: ${remote}.cheers`;
      await act(flag, 'Change flag', { 'On for': 'Only the group below', 'Teams (optional)': team });
      await cheers(member, 1);
      await cheers(outsider, 0);
      await act(flag, 'Change flag', { 'On for': 'As its remote declares it' });
      await cheers(member, 0);
    });

    await test.step('a canary that breaks ends by itself, and the page says why', async () => {
      await canary('2.0.0');
      expect([await given(member), await given(outsider)]).toEqual(['2.0.0', '1.0.0']);
      await meetBroken(browser);
      await expect.poll(() => given(member), { timeout: 60_000 }).toBe('1.0.0');
      await page.goto(origin);
      const ended = page.getByRole('list', { name: 'Canaries that ended by themselves' });
      await expect(ended.getByRole('listitem').first()).toContainText(/mf-news.*Trouble in (\d) of \1 browsers/s);
      await expectRight(page);
    });

    await test.step('a canary is also ended manually', async () => {
      await canary('3.0.0');
      expect(await given(member)).toBe('3.0.0');
      await act(`End canary: ${remote}`, 'Roll back');
      expect(await given(member)).toBe('1.0.0');
    });

    await test.step('it is promoted, rolled back, disabled and enabled', async () => {
      const local = readEnvironment('local', pins());
      const all = { ...local.remotes, [remote]: { version: '3.0.0' } };
      writeEnvironment({ ...local, environment: rehearsal, remotes: all }, pins());
      await act('Promote from another environment', 'Promote', { From: rehearsal, Remotes: remote });
      expect(await given(outsider)).toBe('3.0.0');
      await act(`Roll back: ${remote}`, 'Roll back', { 'Reason (optional)': 'Not yet' });
      expect(await given(outsider)).toBe('1.0.0');
      await act(`Disable: ${remote}`, 'Disable');
      await outsider.goto(url('/news'));
      await expect(outsider.getByRole('heading', { name: 'Turned off for now' })).toBeVisible();
      await act(`Enable: ${remote}`, 'Enable');
      await expectAll(outsider);
    });

    await test.step('all of it is in the audit trail, which can be verified', async () => {
      await page.goto(origin);
      await page.getByRole('link', { name: 'Audit trail' }).click();
      const trail = page.getByRole('list', { name: 'Audit trail' });
      for (const line of [
        `canary local ${remote}@1.0.0 --team ${team}`,
        `pin local ${remote}@1.0.0`,
        `flag local ${remote}.cheers --team ${team}`,
        `flag local ${remote}.cheers --default`,
        `canary local ${remote}@2.0.0 --team ${team}`,
        'rollback by itself',
        `promote ${rehearsal} local ${remote}`,
        `rollback local ${remote} Not yet`,
        `disable local ${remote}`,
        `enable local ${remote}`,
      ])
        await expect(trail).toContainText(line);
      await expectRight(page);
      expect(await release(data(), 'audit', 'local', '--verify')).toMatchObject({ ok: true });
    });
  } finally {
    await release(data(), 'remove', 'local', remote);
    rmSync(join(pins(), `${rehearsal}.json`), { force: true });
    await Promise.all([member, outsider].map((one) => one.context().close()));
  }
});
