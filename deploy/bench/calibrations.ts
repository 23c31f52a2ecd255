import { quantile } from 'simple-statistics';
import {
  fixedLayout,
  fixedTask,
  fixedTypingPage,
  onReference,
  openFixedQuery,
  serveFixedPage,
  timeFixedOperation,
} from './calibration.ts';
import { type Figure, figure } from './figure.ts';
import { openFixedCommand } from './fixed-command.ts';
import { typeIn } from './long-chat-page.ts';
import { openBrowser } from './page-load.ts';
import { stage } from './stage.ts';

const rounds = 10;
const slowProcessor = 4;
const keys = 30;

/**
 * Measures the fixed pieces of work on this machine, to update `onReference` when a piece changes. Takes the fastest
 * tenth of many rounds, since other work on the machine disturbs those least.
 */
export const calibrations = async (log: (text: string) => void): Promise<Figure[]> => {
  const product = await stage(log);
  const query = await openFixedQuery(product.data);
  const fixed = await serveFixedPage(fixedTypingPage);
  const command = await openFixedCommand();
  const browser = await openBrowser(log);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const devtools = await page.context().newCDPSession(page);
    await page.goto(fixed.url);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowProcessor });
    const pieces = {
      query: () => query.run(),
      operation: () => timeFixedOperation(command, browser, fixed.url),
      layout: () => fixedLayout(page),
      task: () => fixedTask(page, devtools),
      key: async () => quantile(await typeIn(page, devtools, keys), 0.95),
    };
    const times = new Map<string, number[]>();
    for (let round = 0; round <= rounds; round += 1)
      for (const [name, run] of Object.entries(pieces)) {
        const took = await run();
        if (round > 0) times.set(name, [...(times.get(name) ?? []), took]);
        if (name === 'key') await page.locator('textarea').fill('');
      }
    return [...times].flatMap(([name, values]) => {
      const { calibration, reference } = onReference[name as keyof typeof pieces];
      return [
        figure(`${calibration} (${name}), fastest tenth; reference ${reference}`, quantile(values, 0.1), 'ms'),
        figure(`${calibration} (${name}), median`, quantile(values, 0.5), 'ms'),
      ];
    });
  } finally {
    await browser.close();
    fixed.end();
    command.end();
    await query.end();
    await product.end();
  }
};
