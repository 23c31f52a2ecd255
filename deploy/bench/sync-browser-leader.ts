import { setTimeout as pause } from 'node:timers/promises';
import { chat } from '@atrium/shared-kernel/contracts/calls';
import type { BrowserContext, Page } from 'playwright';
import { median } from 'simple-statistics';
import { fixedLayout } from './calibration.ts';
import { type Figure, figure } from './figure.ts';
import { openBrowser } from './page-load.ts';
import { measureRounds, type Sample } from './rounds.ts';
import { signIn, stage } from './stage.ts';
import { beside, createWriter, openTab, painted, prepare, signInTo, type Writer } from './sync-browser-page.ts';

const kills = Number(process.env['ATRIUM_BENCH_KILLS'] ?? 50);
/** Changes before and after a kill, and the milliseconds between them. */
const traffic = { before: 2, after: 4, every: 250 } as const;
/** Milliseconds in which another tab has to take over. */
const takeoverLimit = 1000;
/** Milliseconds after which a change that is not on the screen counts as lost. */
const timeoutMs = 5000;

/** Ends a tab, either like a crash of its process or like a user who closes it. */
const kill = async (page: Page, crash: boolean): Promise<void> => {
  if (!crash) return page.close();
  const gone = page.waitForEvent('crash');
  const devtools = await page.context().newCDPSession(page);
  // This call never gets a response.
  devtools.send('Page.crash').catch(() => undefined);
  await gone;
  await page.close();
};

interface Outcome {
  /** Milliseconds from the kill until the next tab requests the changes since. */
  readonly takeover: number;
  readonly lost: number;
  readonly doubled: number;
  /** The longest time from a change to its paint. */
  readonly slowest: number;
}

/** Creates chats while the tab that reads for all tabs is killed. The others have to show each chat exactly once. */
const killOnce = async (leader: Page, others: readonly Page[], writer: Writer, source: string, crash: boolean) => {
  const ids: string[] = [];
  const paintTimes: Promise<number>[] = [];
  const copy = async () => {
    const since = Date.now();
    const { chat: made } = await writer.call(chat.duplicateChat, { chatId: source });
    ids.push(made._id);
    for (const page of others)
      paintTimes.push(
        Promise.race([
          painted(page, { chatId: made._id }).then((at) => at - since),
          pause(timeoutMs, Number.POSITIVE_INFINITY),
        ]),
      );
    await pause(traffic.every);
  };
  for (let at = 0; at < traffic.before; at += 1) await copy();
  const follows = (page: Page) => page.waitForRequest((request) => request.url().includes('/api/changes?after='));
  const since = Date.now();
  const followed = Promise.any(others.map(follows)).then(() => Date.now() - since);
  const killed = kill(leader, crash);
  for (let at = 0; at < traffic.after; at += 1) await copy();
  await killed;
  const took = await Promise.all(paintTimes);
  const counts = await Promise.all(
    others.map((page) =>
      page.evaluate(
        (made) => made.map((id) => document.querySelectorAll(`[data-scrolled] a[href*="${id}"]`).length),
        ids,
      ),
    ),
  );
  const lost = took.filter((time) => !Number.isFinite(time)).length;
  await writer.call(chat.deleteChats, { chatIds: ids });
  return {
    takeover: await followed,
    lost,
    doubled: counts.flat().filter((count) => count > 1).length,
    slowest: Math.max(...took.filter((time) => Number.isFinite(time))),
  } satisfies Outcome;
};

/** Kills the leading tab repeatedly, and opens a new tab after each kill. */
const killAll = async (context: BrowserContext, url: string, cookie: string, log: (text: string) => void) => {
  const writer = createWriter(url, cookie);
  const { chatId } = await prepare(writer, url, cookie);
  // The lock passes between the tabs in the order in which they requested it.
  const tabs = [await openTab(context, url), await openTab(context, url), await openTab(context, url)];
  const sum = { lost: 0, doubled: 0 };
  const paints: number[] = [];
  let done = 0;
  /** A new tab first loads what it needs to show changes. */
  const settle = async () => {
    for (let at = 0; at < 3; at += 1) {
      const text = `Settled ${done}-${at}-${Date.now()}`;
      const all = tabs.map((page) => painted(page, { text }));
      await writer.call(chat.renameChat, { chatId, title: text });
      await Promise.all(all);
    }
  };
  const round = async (): Promise<{ takeover: Sample }> => {
    await settle();
    const leader = tabs.shift()!;
    const { lost, doubled, slowest, takeover: value } = await killOnce(leader, tabs, writer, chatId, done % 2 === 1);
    sum.lost += lost;
    paints.push(slowest);
    sum.doubled += doubled;
    done += 1;
    if (lost + doubled > 0 || done % 10 === 0) log(`${done} kills: ${sum.lost} lost, ${sum.doubled} doubled`);
    const layouts: number[] = [];
    while (layouts.length < 3) layouts.push(await fixedLayout(tabs[0]!));
    tabs.push(await openTab(context, url));
    return { takeover: { value, beside: median(layouts) } };
  };
  const name = 'until another tab reads for all';
  const takeover = { name, unit: 'ms', limit: takeoverLimit, beside };
  const figures = await measureRounds({ figures: { takeover }, rounds: [kills, kills] }, round);
  return { ...sum, done, paint: median(paints), takeover: figures.takeover };
};

/** The tab that reads for all tabs is ended while changes arrive, alternately by a crash and by its user. */
export const syncLeader = async (log: (text: string) => void): Promise<Figure[]> => {
  const product = await stage(log);
  const browser = await openBrowser(log);
  try {
    const cookie = await signIn(product.url);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await signInTo(context, product.url, cookie);
    const { done, lost, doubled, paint, takeover } = await killAll(context, product.url, cookie, log);
    return [
      figure('leading tabs killed in mid traffic', done, ''),
      figure('changes that another tab lost', lost, '', 0),
      figure('rows that another tab doubled', doubled, '', 0),
      takeover,
      figure('slowest paint of a change around a kill, median, here', paint, 'ms'),
    ];
  } finally {
    await browser.close();
    await product.end();
  }
};
