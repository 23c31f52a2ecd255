import { type Browser, chromium } from 'playwright';
import { Problem } from '../local/problem.ts';

/** Opens the Chromium that ATRIUM_CHROMIUM names, otherwise Playwright's own or the system's. */
export const openBrowser = async (): Promise<Browser> => {
  const named = process.env['ATRIUM_CHROMIUM'];
  const programs = named
    ? [{ executablePath: named }]
    : [{}, { channel: 'chrome' }, { executablePath: '/usr/bin/chromium' }];
  for (const program of programs) {
    const browser = await chromium.launch(program).catch(() => undefined);
    if (browser) return browser;
  }
  throw new Problem(
    named
      ? `ATRIUM_CHROMIUM points to ${named}, which does not start.`
      : 'No Chromium was found: run `npx playwright install chromium`, or set ATRIUM_CHROMIUM to one.',
  );
};
