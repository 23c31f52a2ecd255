import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession } from 'playwright';
import { workspace } from '../release/data-folder.ts';
import { type Figure, figure } from './figure.ts';
import type { TypedPage } from './first-paint-load.ts';
import { openSettledPage, slowDown } from './page-load.ts';

const folder = join(workspace, 'bench/results/film');
const step = 100;
const lasts = 4000;
const recordings = (['member', 'visitor'] as const).flatMap((who) =>
  (['light', 'dark'] as const).flatMap((theme) => ([1440, 390] as const).map((width) => ({ who, theme, width }))),
);
type Recording = (typeof recordings)[number];

interface Picture {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly data: Buffer;
}

/** Records every frame that the browser paints. Taking screenshots instead would delay the page. */
const record = async (devtools: CDPSession): Promise<Picture[]> => {
  const pictures: Picture[] = [];
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    pictures.push({ at: (metadata.timestamp ?? 0) * 1000, data: Buffer.from(data, 'base64') });
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 70, everyNthFrame: 1 });
  return pictures;
};

/** What the browser of a visitor or of a member has stored, with the given theme. */
const storageOf = ({ storage, url }: TypedPage, { who, theme }: Recording) => {
  const state = typeof storage === 'object' ? storage : { cookies: [], origins: [] };
  const local = who === 'member' ? state.origins.flatMap(({ localStorage }) => localStorage) : [];
  const others = local.filter(({ name }) => name !== 'atrium.theme');
  return {
    cookies: who === 'member' ? state.cookies : [],
    origins: [{ origin: new URL(url).origin, localStorage: [...others, { name: 'atrium.theme', value: theme }] }],
  };
};

const shoot = async (browser: Browser, page: TypedPage, recording: Recording): Promise<string> => {
  const { who, theme, width } = recording;
  const title = `${who}-${theme}-${width}`;
  const context = await browser.newContext({
    viewport: { width, height: width === 390 ? 844 : 900 },
    storageState: storageOf(page, recording),
  });
  try {
    const tab = await openSettledPage(context);
    const devtools = await context.newCDPSession(tab);
    await slowDown(devtools);
    const pictures = await record(devtools);
    await tab.goto(page.url, { waitUntil: 'commit', timeout: 60_000 });
    const startedAt = await tab.evaluate(() => performance.timeOrigin);
    await tab.waitForTimeout(Math.max(0, startedAt + lasts - Date.now()));
    mkdirSync(join(folder, title), { recursive: true });
    for (let at = 0; at <= lasts; at += step) {
      const shown = pictures.findLast((one) => one.at <= startedAt + at && one.at >= startedAt);
      if (shown) writeFileSync(join(folder, title, `${String(at).padStart(4, '0')}.jpg`), shown.data);
    }
  } finally {
    await context.close();
  }
  return title;
};

/** Draws the frames of all recordings on one sheet, every second step of them. */
const contactSheet = async (browser: Browser, titles: readonly string[]): Promise<void> => {
  const rows = titles.map((title) => {
    const files = readdirSync(join(folder, title)).filter((file) => Number.parseInt(file, 10) % (2 * step) === 0);
    const cells = files.map((file) => {
      const data = readFileSync(join(folder, title, file)).toString('base64');
      return `<figure><img src="data:image/jpeg;base64,${data}"><figcaption>${Number.parseInt(file, 10)} ms</figcaption></figure>`;
    });
    return `<h2>${title}</h2><section>${cells.join('')}</section>`;
  });
  const page = await browser.newPage({ viewport: { width: 3600, height: 900 } });
  await page.setContent(
    `<style>body{font:14px sans-serif;margin:16px}section{display:flex;gap:8px}figure{margin:0}img{height:150px;border:1px solid #999}</style>${rows.join('')}`,
  );
  await page.screenshot({ path: join(folder, 'contact-sheet.png'), fullPage: true });
  await page.close();
};

/**
 * Records cold loads, one frame per 100 ms, and draws a sheet of all: as a member and a visitor, light and dark, wide
 * and narrow.
 */
export const film = async (browser: Browser, page: TypedPage, log: (text: string) => void): Promise<Figure[]> => {
  rmSync(folder, { recursive: true, force: true });
  const titles: string[] = [];
  for (const recording of recordings) titles.push(await shoot(browser, page, recording));
  await contactSheet(browser, titles);
  log(`The pictures are in ${folder}, all of them on contact-sheet.png.`);
  return [figure('takes of the film', titles.length, 'takes')];
};
