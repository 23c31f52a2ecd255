import { chat, tags } from '@atrium/shared-kernel/contracts/calls';
import type { Browser, Page } from 'playwright';
import { median, quantile } from 'simple-statistics';
import { fixedLayout } from './calibration.ts';
import { startDatabase } from './concurrent-database.ts';
import { startInstance } from './concurrent-service.ts';
import type { Figure } from './figure.ts';
import { openBrowser } from './page-load.ts';
import { measureRounds, type Sample, type Timed } from './rounds.ts';
import { signIn, stage } from './stage.ts';
import { beside, createWriter, openTab, painted, prepare, signInTo, type Writer } from './sync-browser-page.ts';

/** Milliseconds from a commit to its paint in another browser, 95th percentile. */
const atMost = { here: 250, across: 400 } as const;
const perRound = 20;

const timed = (name: string, limit: number): Timed => ({ name, unit: 'ms', limit, beside });

/**
 * The 95th percentile of one round of changes, which alternately rename a chat and a collection. Time counts from the
 * start of the call, which is before its commit.
 */
const roundOf = async (page: Page, writer: Writer, targets: Awaited<ReturnType<typeof prepare>>): Promise<Sample> => {
  const took: number[] = [];
  const layouts: number[] = [];
  for (let at = 0; at < perRound; at += 1) {
    const text = `Painted ${Date.now()}-${at}`;
    const seen = painted(page, { text });
    const since = Date.now();
    if (at % 2 === 0) await writer.call(chat.renameChat, { chatId: targets.chatId, title: text });
    else await writer.call(tags.createEditTag, { tagId: targets.tagId, name: text });
    took.push((await seen) - since);
    if (at % 5 === 0) layouts.push(await fixedLayout(page));
  }
  return { value: quantile(took, 0.95), beside: median(layouts) };
};

const measure = async (browser: Browser, page: string, cookie: string, writer: Writer, figure: Timed) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signInTo(context, page, cookie);
  const targets = await prepare(writer, page, cookie);
  const tab = await openTab(context, page);
  await roundOf(tab, writer, targets);
  const { painted: result } = await measureRounds(
    { figures: { painted: figure }, rounds: [6, 20], seconds: 60 },
    async () => ({ painted: await roundOf(tab, writer, targets) }),
  );
  await context.close();
  return result;
};

/**
 * Milliseconds from a change in the service to its paint in another browser, on the same instance and on another one.
 */
export const syncBrowser = async (log: (text: string) => void): Promise<Figure[]> => {
  const database = await startDatabase();
  const product = await stage(log, { DATABASE_URL: database.url });
  const other = await startInstance({ DATABASE_URL: database.url, ATRIUM_ORIGIN: product.url });
  const browser = await openBrowser(log);
  try {
    const cookie = await signIn(product.url);
    const here = createWriter(product.url, cookie);
    const there = createWriter(other.url, cookie, product.url);
    const run = (writer: Writer, figure: Timed) => measure(browser, product.url, cookie, writer, figure);
    return [
      await run(here, timed('commit to paint in another browser, p95', atMost.here)),
      await run(there, timed('the same across two instances, p95', atMost.across)),
    ];
  } finally {
    await browser.close();
    await other.end();
    await product.end();
    await database.end();
  }
};
