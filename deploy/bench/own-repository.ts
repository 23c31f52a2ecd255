import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { makeRepository, packPackages } from '../testing/own-repository.ts';
import type { BenchEnvironment } from './environment-edge.ts';

const remote = 'mf-late-news';
const version = `${remote}@0.1.0`;

/**
 * Seconds that a second team needs: from the command that creates its repository, with its own packages, through types,
 * tests and release, to a page of the environment that shows its screen. The packages are packed beforehand.
 */
export const untilOnStaging = async (
  browser: Browser,
  bench: BenchEnvironment,
  data: string,
  log: (text: string) => void,
): Promise<number> => {
  const root = mkdtempSync(join(tmpdir(), 'atrium-bench-repository-'));
  const packages = join(root, 'packed');
  try {
    packPackages(packages);
    log('A remote in a repository of its own.');
    const since = performance.now();
    const repository = makeRepository(remote, { folder: join(root, remote), packages, data, environments: bench.pins });
    repository.run('tsc');
    repository.run('vitest', 'run');
    const { environment } = bench.environment;
    repository.run('remote-kit', 'publish');
    repository.run('remote-kit', 'check', environment, version);
    repository.run('remote-kit', 'pin', environment, version);
    const page = await browser.newPage();
    await page.goto(`${bench.url}/late-news`);
    await page.getByRole('heading', { name: 'Late news' }).waitFor();
    await page.getByRole('button', { name: 'Say hello' }).click();
    const seconds = (performance.now() - since) / 1000;
    await page.close();
    return seconds;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};
