import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browserPath } from '../ci/browser.ts';
import { workspace } from '../release/data-folder.ts';
import { type Figure, figure } from './figure.ts';

/** Options after the name of the benchmark, such as `--minutes 10 --seed 3`. */
const optionsIn = (args: readonly string[]) => {
  const options = { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } } as const;
  const { minutes, seed } = parseArgs({ args: [...args], options, allowPositionals: true }).values;
  return { minutes: Number(minutes), seed: Number(seed) };
};

/** Two users with two tabs each do random work. In the end, their screens have to equal a fresh load. */
export const syncRandom = async (log: (text: string) => void): Promise<Figure[]> => {
  const { minutes, seed } = optionsIn(process.argv.slice(2));
  log(`${minutes} minutes of random work, seed ${seed}.`);
  const args = ['test', '--config', 'e2e/playwright.config.ts', 'e2e/sync-random.spec.ts'];
  const child = spawn(join(workspace, 'node_modules/.bin/playwright'), args, {
    cwd: workspace,
    env: {
      ...process.env,
      ATRIUM_CHROMIUM: await browserPath(log),
      ATRIUM_SYNC_MINUTES: String(minutes),
      ATRIUM_SYNC_SEEDS: String(seed),
    },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return [figure('screens that differ from a fresh load', code === 0 ? 0 : 1, '', 0)];
};
