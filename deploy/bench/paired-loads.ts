import type { Browser } from 'playwright';
import { median } from 'simple-statistics';
import type { Figure } from './figure.ts';
import { type Load, loadPage } from './page-load.ts';
import { measureRounds } from './rounds.ts';

// With only a few loads per round, rounds varied by as much as the distance to the limit, and more rounds did not help.
const turns = 4;

/**
 * Cold loads of a page and of its peer in turns, eight of each per round. The figure is the ratio of their times until
 * the composer is usable. `pages` are the judged page and its peer, by name.
 */
export const measureLoads = async <Kind extends string>(
  browser: Browser,
  cookie: string,
  pages: Readonly<Record<Kind, string>>,
  { name, limit }: { readonly name: string; readonly limit: number },
): Promise<{ readonly ratio: Figure; medianOf(kind: Kind, what: keyof Load): number }> => {
  const [judged, peer] = Object.keys(pages) as [Kind, Kind];
  const loads: Record<string, Load[]> = { [judged]: [], [peer]: [] };
  const usable = async (kind: Kind, counts: boolean): Promise<number> => {
    const load = await loadPage(browser, pages[kind], cookie, true);
    if (counts) loads[kind]?.push(load);
    return load.usable;
  };
  // The first loads fill the caches of the edge and the service, so they are not measured.
  for (const kind of [judged, peer]) await usable(kind, false);
  const { ratio } = await measureRounds(
    {
      figures: { ratio: { name, unit: 'ms', limit, beside: { peer } } },
      rounds: [8, 30],
      seconds: 720,
    },
    async () => {
      const sum = { value: 0, beside: 0 };
      for (let turn = 0; turn < turns; turn += 1) {
        // In this order, a machine that gets slower within a round slows both pages equally.
        sum.value += await usable(judged, true);
        sum.beside += await usable(peer, true);
        sum.beside += await usable(peer, true);
        sum.value += await usable(judged, true);
      }
      return { ratio: { value: sum.value / (2 * turns), beside: sum.beside / (2 * turns) } };
    },
  );
  return { ratio, medianOf: (kind, what) => median((loads[kind] ?? []).map((load) => load[what])) };
};
