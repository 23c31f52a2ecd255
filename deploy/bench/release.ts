import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { workspace } from '../release/data-folder.ts';
import { serveEnvironment } from './environment-edge.ts';
import { type Figure, figure, median } from './figure.ts';
import { openBrowser } from './page-load.ts';
import { stage } from './stage.ts';

const rounds = 5;
const remote = 'mf-teams';

/** The version of the remote in a page that a browser opens now. */
const openedVersion = async (browser: Browser, url: string): Promise<string | undefined> => {
  const page = await browser.newPage();
  try {
    await page.goto(url, { waitUntil: 'commit' });
    const text = await page.locator('#release-set').textContent();
    const set = JSON.parse(text ?? '') as { remotes: { name: string; version: string }[] };
    return set.remotes.find(({ name }) => name === remote)?.version;
  } finally {
    await page.close();
  }
};

/** From a release command, as an operator gives it, to a browser that opens the page next. */
export const release = async (say: (text: string) => void): Promise<Figure[]> => {
  const product = await stage(say);
  const bench = await serveEnvironment(product, 'bench', say);
  const browser = await openBrowser(say);
  const command = async (...args: string[]): Promise<number> => {
    const since = performance.now();
    const child = spawn(process.execPath, [join(workspace, 'deploy/release/release.ts'), ...args], {
      env: { ...process.env, ATRIUM_DATA: product.data, ATRIUM_ENVIRONMENTS: bench.pins },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`The command ${args.join(' ')} ended with ${code}.`);
    return performance.now() - since;
  };
  /** Milliseconds of a command and the page load after it, which has to show the version. */
  const untilOpened = async (version: string | undefined, ...args: string[]): Promise<number> => {
    const since = performance.now();
    await command(...args);
    const opened = await openedVersion(browser, bench.url);
    if (opened !== version) throw new Error(`The page opened next has ${opened}, not ${version}.`);
    return performance.now() - since;
  };
  try {
    const before = await openedVersion(browser, bench.url);
    const published: number[] = [];
    const pinned: number[] = [];
    const back: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const version = `0.1.0-bench.${round}`;
      published.push(await command('publish', `${remote}@${version}`));
      pinned.push(await untilOpened(version, 'pin', 'bench', `${remote}@${version}`));
      back.push(await untilOpened(before, 'rollback', 'bench', remote));
    }
    return [
      figure('rollback of one remote to the next page load', median(back) / 1000, 's', 1),
      figure('pin of one remote to the next page load', median(pinned) / 1000, 's'),
      figure('publish: build, hash, store', median(published) / 1000, 's'),
      figure('publish to live in a browser that opens the page next', (median(published) + median(pinned)) / 1000, 's'),
    ];
  } finally {
    await browser.close();
    bench.end();
    await product.end();
  }
};
