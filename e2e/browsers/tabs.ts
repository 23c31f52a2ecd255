import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { url } from '../fixtures.ts';
import type { Engine, Tab } from './engine.ts';

/** Deletes what the product has stored in this browser, except for its cookies. */
const deleting = `localStorage.clear();
sessionStorage.clear();
globalThis.deleted = false;
const deletion = indexedDB.deleteDatabase('atrium.offline');
deletion.onsuccess = () => { globalThis.deleted = true; };`;

/** Deletes everything that a journey has left, except for cached files. False if that is not possible. */
const empty = async (tab: Tab): Promise<boolean> => {
  if ((await tab.tabs()) > 1 || readdirSync(tab.downloads).length > 0) return false;
  await tab.goto(url('/robots.txt'));
  await tab.deleteCookies();
  await tab.run(deleting);
  for (let tries = 0; tries < 40; tries += 1) {
    if ((await tab.run('return globalThis.deleted')) === true) return true;
    await setTimeout(50);
  }
  return false;
};

/**
 * The tabs of all journeys. One that a journey leaves is emptied for the next one, since a new profile, which has to
 * load and compile everything, costs more processor time than most journeys.
 */
export const createTabs = (engine: Engine) => {
  const left: Tab[] = [];
  return {
    take: async (fresh: boolean): Promise<Tab> => (fresh ? undefined : left.pop()) ?? engine.open(),
    async leave(tab: Tab) {
      if (await empty(tab)) left.push(tab);
      else await tab.close();
    },
    async close() {
      for (const tab of left) await tab.close();
      await engine.close();
    },
  };
};
