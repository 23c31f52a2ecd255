import type { Browser } from 'playwright';
import { median } from 'simple-statistics';
import type { Figure } from './figure.ts';
import { type Load, loadPage } from './page-load.ts';
import { measureRounds } from './rounds.ts';

/**
 * Cold loads of a page and of its peer in turns, each first in every other round: the figure is the ratio of their times
 * to a usable composer. `pages` are the page that is judged and its peer, by name.
 */
export const measureLoads = async <Kind extends string>(
  browser: Browser,
  cookie: string,
  pages: Readonly<Record<Kind, string>>,
  { name, limit }: { readonly name: string; readonly limit: number },
): Promise<{ readonly ratio: Figure; medianOf(kind: Kind, what: keyof Load): number }> => {
  const [judged, peer] = Object.keys(pages) as [Kind, Kind];
  const loads: Record<Kind, Load>[] = [];
  const loadBoth = async () => {
    const both = {} as Record<Kind, Load>;
    const order = loads.length % 2 === 0 ? [judged, peer] : [peer, judged];
    for (const kind of order) both[kind] = await loadPage(browser, pages[kind], cookie, true);
    return both;
  };
  // The first load finds neither the edge's nor the service's memory filled.
  await loadBoth();
  const { ratio } = await measureRounds(
    {
      figures: { ratio: { name, unit: 'ms', limit, beside: { peer } } },
      rounds: [8, 60],
      seconds: 240,
    },
    async () => {
      const both = await loadBoth();
      loads.push(both);
      return { ratio: { value: both[judged].usable, beside: both[peer].usable } };
    },
  );
  return { ratio, medianOf: (kind, what) => median(loads.map((both) => both[kind][what])) };
};
