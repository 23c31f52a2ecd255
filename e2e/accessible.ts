import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** What is wrong with the page for people who use it otherwise, in the theme that is on. */
export const violationsOf = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

/**
 * Fails where the page has a violation or scrolls sideways, in either theme. A theme is an attribute of the page; the
 * contract suite of the shell shows that a person's choice sets it.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  // During the transition between themes, colors have contrasts that belong to neither.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of ['light', 'dark']) {
    await page.locator('html').evaluate((html, chosen) => html.setAttribute('data-theme', chosen), theme);
    expect(await violationsOf(page), theme).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
};
