import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { password, url } from '../fixtures.ts';
import type { Key, Tab } from './engine.ts';
import { find, type Found, type Query, watch, type Words } from './find.ts';

const words = (text: string | RegExp): Words =>
  typeof text === 'string' ? text : { pattern: text.source, flags: text.flags };
const within = (inside: Query | undefined) => (inside ? { inside } : {});

export const role = (value: string, name?: string | RegExp, inside?: Query): Query => ({
  by: 'role',
  role: value,
  ...(name === undefined ? {} : { name: words(name) }),
  ...within(inside),
});
export const button = (name: string | RegExp, inside?: Query): Query => role('button', name, inside);
export const link = (name: string | RegExp, inside?: Query): Query => role('link', name, inside);
/** Matches an element with its own text. */
export const text = (value: string | RegExp, inside?: Query): Query => ({
  by: 'text',
  words: words(value),
  ...within(inside),
});
export const field = (label: string | RegExp, inside?: Query): Query => ({
  by: 'label',
  words: words(label),
  ...within(inside),
});
export const css = (selector: string, inside?: Query): Query => ({ by: 'css', selector, ...within(inside) });

const load = createRequire(import.meta.url);
const library = readFileSync(load.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8');
/** Source of a function that runs in a page. */
const findSource = `return (${find.toString()})(input)`;
const preparing = `${library}; (${watch.toString()})()`;
/** WebKit's driver does not wait for promises, so the request is synchronous. */
const calling = `const request = new XMLHttpRequest();
request.open(input.method, input.path, false);
request.setRequestHeader('content-type', 'application/json');
request.send(input.body && JSON.stringify(input.body));
return { status: request.status, text: request.responseText };`;

/** Milliseconds between two polls. They are short, because an alert is shown only for three seconds. */
const intervals = [50];
/** What ends may take long, such as a reply, and each poll takes time from the page that shows it. */
const untilGone = [50, 50, 100, 250];

const described = (query: Query) => JSON.stringify(query);

/** A user of a browser, who finds elements by their names and waits for them. */
export const createPerson = (tab: Tab) => {
  const locate = async (query: Query, tries = 5): Promise<Found> => {
    try {
      const found = (await tab.run(findSource, query)) as Found | null;
      if (found) return found;
      await tab.run(preparing);
    } catch (error) {
      // A page that is left during the call does not answer.
      if (tries <= 0) throw error;
      await setTimeout(100);
    }
    return locate(query, tries - 1);
  };
  const call = (method: string, path: string, body?: unknown) =>
    tab.run(calling, { method, path, body }) as Promise<{ status: number; text: string }>;
  /** The point where the element can be clicked, once it has stopped moving. */
  const reach = async (query: Query): Promise<Found> => {
    let last: Found | undefined;
    await expect
      .poll(
        async () => {
          const before = last;
          last = await locate(query);
          const still = last.x === before?.x && last.y === before.y;
          return last.count > 0 && last.enabled && last.reachable && still ? 'in reach' : last;
        },
        { message: `can reach ${described(query)}`, intervals },
      )
      .toBe('in reach');
    return last as Found;
  };
  const missed = async (): Promise<boolean> => {
    try {
      return (await tab.run('return globalThis.wasHit === false')) === true;
    } catch {
      // A page that is left by the press does not answer.
      return false;
    }
  };
  const self = {
    tab,
    locate,
    async open(path: string) {
      await tab.goto(url(path));
    },
    /** Signs this browser in to a seeded account. Another journey tests the log-in form. */
    async signIn(email: string) {
      await tab.goto(url('/robots.txt'));
      expect(await call('POST', '/api/auth/login', { email, password })).toMatchObject({ status: 200 });
    },
    /** The service's response to a call with this browser's session. */
    get: async (path: string): Promise<unknown> => JSON.parse((await call('GET', path)).text),
    /** Presses again if something moved below the pointer meanwhile. */
    async press(query: Query, tries = 3): Promise<void> {
      const { x, y } = await reach(query);
      await tab.mouse({ move: [x, y] }, 'down', 'up');
      if (tries > 0 && (await missed())) await self.press(query, tries - 1);
    },
    /** Drags the first element onto the second with the mouse. */
    async drag(query: Query, onto: Query) {
      const from = await reach(query);
      await tab.mouse({ move: [from.x, from.y] }, 'down', { move: [from.x + 4, from.y + 12] });
      const to = await reach(onto);
      await tab.mouse({ move: [to.x, to.y + 3] }, { move: [to.x, to.y] }, 'up');
    },
    async hover(query: Query) {
      const { x, y } = await reach(query);
      await tab.mouse({ move: [x, y] });
    },
    async fill(query: Query, value: string) {
      await self.press(query);
      await tab.press('Control+a');
      await tab.type(value);
      await expect.poll(async () => (await locate(query)).value, { message: `fills ${described(query)}` }).toBe(value);
    },
    async keys(...keys: readonly Key[]) {
      for (const key of keys) await tab.press(key);
    },
    async sees(query: Query, { within = 15_000 } = {}) {
      await expect
        .poll(async () => (await locate(query)).count, {
          message: `sees ${described(query)}`,
          timeout: within,
          intervals,
        })
        .toBeGreaterThan(0);
    },
    async misses(query: Query, { within = 15_000 } = {}) {
      await expect
        .poll(async () => (await locate(query)).count, {
          message: `no longer sees ${described(query)}`,
          timeout: within,
          intervals: untilGone,
        })
        .toBe(0);
    },
    async isAt(address: RegExp) {
      await expect.poll(() => tab.address()).toMatch(address);
    },
    /** Uncaught errors and violations of the page's policy since the page was first used. */
    problems: () => tab.run('return globalThis.problems ?? []') as Promise<string[]>,
  };
  return self;
};
export type Person = ReturnType<typeof createPerson>;
