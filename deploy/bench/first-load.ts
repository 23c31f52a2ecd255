import { join } from 'node:path';
import { budgetIn, partsOf } from '../release/byte-budget.ts';
import { environmentName, workspace } from '../release/data-folder.ts';
import { readBuilt } from '../release/effective-set.ts';
import { readEnvironment } from '../release/environment.ts';
import { pinnedSet } from '../release/release-set.ts';
import { openStore } from '../release/store.ts';
import { median } from 'simple-statistics';
import { type Figure, figure } from './figure.ts';
import { type Load, loadPage, openBrowser } from './page-load.ts';
import { signIn, stage } from './stage.ts';

const runs = 5;

/** What a signed-in user downloads, and how long they wait, until the composer accepts text. */
export const firstLoad = async (log: (text: string) => void): Promise<Figure[]> => {
  const product = await stage(log);
  const browser = await openBrowser(log);
  try {
    const cookie = await signIn(product.url);
    const slow: Load[] = [];
    for (let run = 0; run < runs; run += 1) slow.push(await loadPage(browser, product.url, cookie, true));
    const set = pinnedSet(
      readEnvironment(environmentName()),
      openStore(join(product.data, 'store')),
      readBuilt(product.data, environmentName()),
    );
    const parts = [set.shell, ...set.remotes].flatMap((record) => {
      const budget = budgetIn(join(workspace, record.name));
      return partsOf(record)
        .filter(({ name }) => name in budget)
        .map(({ name, kB }) => figure(`${name} of ${record.name}, brotli`, kB, 'kB', budget[name]));
    });
    return [
      figure(
        'JavaScript to a usable composer, brotli',
        median(slow.map(({ scriptBytes }) => scriptBytes)) / 1000,
        'kB',
        165,
      ),
      ...parts,
      figure('requests to a usable composer', median(slow.map(({ requests }) => requests)), 'requests'),
      figure('cold, 1.6 Mbps, 150 ms, CPU x4 (median)', median(slow.map(({ usable }) => usable)), 'ms'),
    ];
  } finally {
    await browser.close();
    await product.end();
  }
};
