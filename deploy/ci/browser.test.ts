import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { browserNames, findBrowser, headlessPath, headlessShell, kinds } from './browser.ts';

afterEach(() => vi.unstubAllEnvs());

test.each(browserNames)('a configured %s that does not start is reported with its variable', async (name) => {
  vi.stubEnv(kinds[name].variable, '/nowhere/browser');
  await expect(findBrowser(name)).rejects.toThrow(`${kinds[name].variable} points to /nowhere/browser`);
});

test('a configured program that starts is used', async () => {
  vi.stubEnv('ATRIUM_FIREFOX', process.execPath);
  expect(await findBrowser('firefox')).toBe(process.execPath);
});

test('a configured Chromium is also used for journeys', async () => {
  vi.stubEnv('ATRIUM_CHROMIUM', process.execPath);
  expect(await headlessPath()).toBe(process.execPath);
});

test('journeys run in a headless shell where there is one', async () => {
  vi.stubEnv('ATRIUM_CHROMIUM', undefined);
  const shell = headlessShell().paths.find((path) => existsSync(path));
  const found = await headlessPath();
  expect(shell === undefined ? found.includes('chrom') : found === shell).toBe(true);
});
