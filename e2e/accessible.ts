import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Frame, type Page } from 'playwright/test';

/** The checker in its small form. */
const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const hasChecker = (frame: Frame) => frame.evaluate(() => 'axe' in globalThis);

/**
 * Loads the checker into the documents that do not have it yet. The builder would load it twice for each check, which
 * takes longer than the check.
 */
const loadChecker = async (page: Page): Promise<void> => {
  for (const frame of page.frames()) if (!(await hasChecker(frame))) await frame.evaluate(source);
};

/** Accessibility violations of the page in the current theme. */
export const violationsOf = async (page: Page): Promise<string[]> => {
  await loadChecker(page);
  const { violations } = await new AxeBuilder({ page, axeSource: ';' })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

/**
 * Fails if the page has a violation or scrolls sideways, in either theme. A theme is an attribute of the page; the
 * shell's contract suite shows that a user's choice sets it.
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
