import { expect, type Page } from 'playwright/test';

/** The element that a remote renders into, but never the probe's own. */
const module = '.module:not([data-probe])';
/**
 * Where the shell places what remotes render. A filler of a remote's slot is rendered by that remote, if it is there.
 */
const slots: Readonly<Record<string, string>> = {
  'shell.left': `aside[data-side=left] ${module}`,
  'shell.main': `main ${module}`,
  'shell.right': `aside[data-side=right] ${module}`,
};
export const routeSelector = `main ${module}`;
export const dialogSelector = `dialog ${module}`;
export const isOfShell = (slot: string): boolean => slot.startsWith('shell.');
export const slotSelector = (slot: string): string => {
  const selector = slots[slot];
  if (!selector) throw new Error(`the suite has no selector for the slot ${slot}`);
  return selector;
};

/** What a location shows, including a panel that reports a failure. */
const contentOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate((selector) => {
    const panel = document.querySelector('section[data-phase]');
    if (panel) return `a panel: ${panel.textContent}`;
    const last = [...document.querySelectorAll(selector)].at(-1);
    const busy = last?.closest('[aria-busy]')?.getAttribute('aria-busy') !== 'false';
    const drawn = [...(last?.children ?? [])].some((child) => {
      const all = [child, ...child.querySelectorAll('*')];
      return all.some((one) => one.getBoundingClientRect().height > 0);
    });
    return !busy && drawn ? 'drawn' : 'nothing yet';
  }, selector);

/** Waits until a remote has rendered something. Rejects at once if a panel reports that it failed. */
export const expectDrawn = async (page: Page, selector: string): Promise<void> => {
  let seen = 'nothing yet';
  await expect
    .poll(
      async () => {
        seen = await contentOf(page, selector);
        return seen !== 'nothing yet';
      },
      { message: `nothing was drawn at ${selector}`, intervals: [20, 50, 100, 250] },
    )
    .toBe(true);
  if (seen !== 'drawn') throw new Error(`there is ${seen}`);
};

/** What is left of a remote in a page that shows only the probe: styles, elements, dialogs. */
export const leftBehind = (page: Page, remote: string): Promise<string[]> =>
  page.evaluate(
    ([name, anySelector]) => {
      const styles = [...document.querySelectorAll<HTMLLinkElement>(`link[rel=stylesheet][href*="/assets/${name}/"]`)];
      const selectors = document.querySelectorAll(anySelector).length;
      const dialogs = document.querySelectorAll('dialog').length;
      return [
        ...styles.map(({ href }) => `the styles ${new URL(href).pathname}`),
        ...(selectors > 0 ? [`${selectors} places`] : []),
        ...(dialogs > 0 ? [`${dialogs} dialogs`] : []),
      ];
    },
    [remote, module] as const,
  );
