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
    await page.addInitScript((text) => {
      const look = new MutationObserver(() => {
        if (!document.querySelector('#app')?.textContent.includes(text) || document.querySelector('#frame')) return;
        look.disconnect();
        performance.mark('said');
      });
      look.observe(document, { childList: true, subtree: true, characterData: true });
    }, message);
    await page.goto(url(path));
    await expect(page.getByText(message)).toBeVisible();
    // The parts that nobody waits for load five seconds after the start. The message does not wait for them.
    const { said, started } = await page.evaluate(() => ({
      said: performance.getEntriesByName('said')[0]?.startTime ?? Infinity,
      started: performance.getEntriesByType('paint')[0]?.startTime ?? 0,
    }));
    expect(said - started).toBeLessThan(5000);
  });
