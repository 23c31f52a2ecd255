import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { chromiumFlags } from './browser-flags.ts';

it('turns off what Playwright turns off, too, because Chromium uses only the last list of features', () => {
  const playwright = createRequire(createRequire(import.meta.url).resolve('playwright'));
  const core = join(dirname(playwright.resolve('playwright-core/package.json')), 'lib/coreBundle.js');
  const list = /\bdisabledFeatures = \[([^\]]*)\]/.exec(readFileSync(core, 'utf8'))?.[1] ?? '';
  const theirs = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(theirs.length).toBeGreaterThan(5);
  const ours = chromiumFlags.find((flag) => flag.startsWith('--disable-features='))?.split(/[=,]/) ?? [];
  expect(ours).toEqual(expect.arrayContaining(theirs));
});
