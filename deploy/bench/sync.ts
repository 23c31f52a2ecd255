import type { Figure } from './figure.ts';
import { syncBrowser } from './sync-browser.ts';
import { syncLeader } from './sync-browser-leader.ts';
import { idle } from './sync-idle.ts';
import { connectionKills, instanceKills, redisKills } from './sync-kills.ts';
import { load } from './sync-load.ts';
import { syncRandom } from './sync-random.ts';
import { commits } from './sync-writers.ts';

type Log = (text: string) => void;

/**
 * `pnpm bench sync` runs all parts, `pnpm bench sync <part>` runs one. Random work takes minutes, so it runs only when
 * it is named.
 */
const parts: Readonly<Record<string, (log: Log) => Promise<Figure[]>>> = {
  commits,
  idle,
  load,
  'kills of an instance': instanceKills,
  'kills of connections': connectionKills,
  'kills of redis': redisKills,
  browser: syncBrowser,
  leader: syncLeader,
};

const all = async (log: Log): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const part of Object.values(parts)) figures.push(...(await part(log)));
  return figures;
};

/** How changes reach browsers: what that costs, how fast it is, and whether it survives kills. */
export const sync: typeof parts = {
  sync: all,
  'sync random': syncRandom,
  ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [`sync ${name}`, part])),
};
