import { expect, test, url } from './fixtures.ts';

const id = 'f'.repeat(24);
const malformed = (what: string) => `This link doesn’t lead to ${what}. Check that you copied all of it.`;

for (const [path, message] of [
  ['/?chat=nope', malformed('a chat')],
  ['/?agent=nope', malformed('an agent')],
  ['/?flow=nope', malformed('an agent')],
  ['/?collection=nope', malformed('a collection')],
  [`/?chat=${id}`, 'This chat does not exist.'],
  [`/?agent=${id}`, 'This agent does not exist.'],
  ['/?id=nope', 'This chat is no longer shared'],
] as const)
  test(`the broken link ${path} says so as the page starts`, async ({ page, login }) => {
    await login('premium@atrium.test');
    // Neither the parts that load five seconds after the start come, nor does the page's own HTML give way by its timer:
    // the message waits for neither.
    await page.addInitScript(() => {
      const start = { setTimeout: setTimeout.bind(globalThis), setInterval: setInterval.bind(globalThis) };
      for (const name of ['setTimeout', 'setInterval'] as const)
        Object.assign(globalThis, {
          [name]: (work: () => void, ms = 0, ...values: never[]) =>
            ms < 1500 ? start[name](work, ms, ...values) : undefined,
        });
    });
    await page.goto(url(path));
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.locator('#frame')).toBeHidden();
  });
