import { afterEach, expect, test, vi } from 'vitest';
import { browserNames, findBrowser, kinds } from './browser.ts';

afterEach(() => vi.unstubAllEnvs());

test.each(browserNames)('a %s that is named and does not start is told by its variable', async (name) => {
  vi.stubEnv(kinds[name].variable, '/nowhere/browser');
  await expect(findBrowser(name)).rejects.toThrow(`${kinds[name].variable} names /nowhere/browser`);
});

test('a program that is named and starts is taken', async () => {
  vi.stubEnv('ATRIUM_FIREFOX', process.execPath);
  expect(await findBrowser('firefox')).toBe(process.execPath);
});
