import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { browserNames, findBrowser, headlessPath, headlessShell, kinds } from './browser.ts';

afterEach(() => vi.unstubAllEnvs());

test.each(browserNames)('a %s that is named and does not start is told by its variable', async (name) => {
  vi.stubEnv(kinds[name].variable, '/nowhere/browser');
  await expect(findBrowser(name)).rejects.toThrow(`${kinds[name].variable} points to /nowhere/browser`);
});

test('a program that is named and starts is taken', async () => {
  vi.stubEnv('ATRIUM_FIREFOX', process.execPath);
  expect(await findBrowser('firefox')).toBe(process.execPath);
});

test('a Chromium that is named is taken for journeys as well', async () => {
  vi.stubEnv('ATRIUM_CHROMIUM', process.execPath);
  expect(await headlessPath()).toBe(process.execPath);
});

test('journeys run in a headless shell where there is one', async () => {
  vi.stubEnv('ATRIUM_CHROMIUM', undefined);
  const shell = headlessShell().paths.find((path) => existsSync(path));
  const found = await headlessPath();
  expect(shell === undefined ? found.includes('chrom') : found === shell).toBe(true);
});
