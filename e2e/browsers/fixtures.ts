import { writeFileSync } from 'node:fs';
import { type BrowserName, kinds } from '@atrium/deploy/ci/browser';
import { expect, test as base } from 'playwright/test';
import type { Engine } from './engine.ts';
import { createPerson, type Person } from './person.ts';
import { startPuppeteer } from './puppeteer.ts';
import { createTabs } from './tabs.ts';
import { startWebKit } from './webdriver.ts';

const start = (name: BrowserName): Promise<Engine> => {
  const { variable } = kinds[name];
  const path = process.env[variable];
  if (!path) throw new Error(`${variable} names no browser: run \`pnpm journeys\`.`);
  return name === 'webkit' ? startWebKit(path) : startPuppeteer(name, path);
};

interface Fixtures {
  /** A user with an empty browser. */
  readonly person: Person;
  /** Another user. */
  readonly another: () => Promise<Person>;
  /** Whether files that an earlier journey has loaded have to be loaded again. */
  readonly fresh: boolean;
}

export const test = base.extend<Fixtures, { tabs: ReturnType<typeof createTabs> }>({
  tabs: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern.
    async ({}, provide, { project }) => {
      const tabs = createTabs(await start(project.name as BrowserName));
      await provide(tabs);
      await tabs.close();
    },
    { scope: 'worker' },
  ],
  fresh: [false, { option: true }],
  another: async ({ tabs, fresh }, provide, info) => {
    const users: Person[] = [];
    await provide(async () => {
      const person = createPerson(await tabs.take(fresh));
      users.push(person);
      return person;
    });
    const failed = info.status !== info.expectedStatus;
    for (const [index, { tab }] of users.entries()) {
      if (failed) writeFileSync(info.outputPath(`person-${index + 1}.png`), await tab.screenshot());
      if (failed) await tab.close();
      else await tabs.leave(tab);
    }
  },
  person: async ({ another }, provide) => {
    const person = await another();
    await provide(person);
    expect(await person.problems()).toEqual([]);
  },
});
export { expect } from 'playwright/test';
