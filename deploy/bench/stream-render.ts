import { parseArgs } from 'node:util';
import { median, quantile } from 'simple-statistics';
import { type Figure, figure } from './figure.ts';
import { openBrowser } from './page-load.ts';
import { serveStreamPage } from './stream-page.ts';
import { type Cost, measure, type Run, delaysOf } from './stream-run.ts';

const rates = [1, 4] as const;
const paces = [200, 'max'] as const;
const candidates = ['plain', 'react-markdown', 'streamdown', 'streamdown-animated', 'atrium'] as const;

/** What is measured for each size. Rendering the whole text with react-markdown does not finish for long texts. */
const plan = [
  { size: 1000, rounds: 3, of: candidates },
  { size: 5000, rounds: 2, of: candidates },
  { size: 20_000, rounds: 1, of: ['streamdown', 'atrium'] },
] as const;
/** `ATRIUM_BENCH_SHORT=1` is for a quick look: one round, no long text. */
const short = process.env['ATRIUM_BENCH_SHORT'] === '1';

/**
 * Limits as parts of streamdown's cost: at the speed of a model, and as fast as possible, where each renderer chooses
 * its own steps.
 */
const ofStreamdown = { 200: 0.5, max: 0.7 } as const;
const atMost = { growth: 1.05, task: 50, wait: 60 } as const;
/** Milliseconds in which the code of a text is highlighted. */
const settle = 4000;
/** Long texts, streamed in pieces as fast as possible. */
const longTexts = [
  { text: 'mixed', size: 5000, pace: 'max', settle },
  { text: 'mixed', size: 5000, pace: 200 },
  { text: 'paragraph', size: 50_000, pace: 1000 },
  { text: 'paragraph', size: 50_000, pace: 'max' },
  { text: 'code', size: 50_000, pace: 1000 },
  { text: 'code', size: 50_000, pace: 'max', settle },
] as const;

type Measure = (run: Run, rate: number, traced?: boolean) => Promise<Cost>;

/**
 * Milliseconds of processor time per 1,000 tokens, of each renderer at one size, pace and slowdown. Renderers take
 * turns.
 */
const perThousand = async (
  measured: Measure,
  { size, rounds, of }: (typeof plan)[number],
  pace: Run['pace'],
  rate: number,
) => {
  const costs = new Map<string, number[]>();
  for (let round = 0; round < (short ? 1 : rounds); round += 1)
    for (const candidate of of) {
      const { cpu } = await measured({ candidate, text: 'mixed', size, pace }, rate);
      costs.set(candidate, [...(costs.get(candidate) ?? []), cpu / (size / 1000)]);
    }
  return new Map([...costs].map(([candidate, values]) => [candidate, median(values)]));
};

const speedOf = (pace: Run['pace']) => (pace === 'max' ? 'as fast as possible' : `${pace} tokens/s`);

const costFigures = async (measured: Measure, isChosen: (name: string) => boolean): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const pace of paces)
    for (const rate of rates) {
      if (!isChosen(`cost: ${speedOf(pace)}, x${rate}`)) continue;
      const own: number[] = [];
      for (const step of short ? plan.slice(0, 2) : plan) {
        const costs = await perThousand(measured, step, pace, rate);
        const where = `${step.size / 1000}k, ${speedOf(pace)}, x${rate}`;
        for (const [candidate, cost] of costs) figures.push(figure(`${candidate}: ${where}`, cost, 'ms per 1,000'));
        const atrium = costs.get('atrium') ?? Number.NaN;
        own.push(atrium);
        const ratio = atrium / (costs.get('streamdown') ?? Number.NaN);
        figures.push(figure(`of streamdown: ${where}`, ratio, '', ofStreamdown[pace]));
      }
      const growth = (own.at(-1) ?? Number.NaN) / (own[0] ?? Number.NaN);
      figures.push(figure(`the longest over 1k: ${speedOf(pace)}, x${rate}`, growth, '', atMost.growth));
    }
  return figures;
};

const taskFigures = async (measured: Measure, isChosen: (name: string) => boolean): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const run of longTexts) {
    const name = `longest task, x4: ${run.text} of ${run.size}, ${speedOf(run.pace)}`;
    if (!isChosen(name)) continue;
    const { longest } = await measured({ candidate: 'atrium', ...run }, 4, true);
    figures.push(figure(name, longest, 'ms', atMost.task));
  }
  return figures;
};

/**
 * Milliseconds until text is visible. This is the only wall-clock figure: the best of three runs counts, since other
 * work on the machine disturbs it least. A slow processor shows text less often, which is reported.
 */
const delayFigures = async (
  delays: (rate: number) => Promise<readonly number[]>,
  isChosen: (name: string) => boolean,
): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const rate of rates) {
    const name = `from arrival to sight (p95): 1k, ${speedOf(200)}, x${rate}`;
    if (!isChosen(name)) continue;
    const runs: number[] = [];
    while (runs.length < (short ? 1 : 3)) runs.push(quantile([...(await delays(rate))], 0.95));
    figures.push(figure(name, Math.min(...runs), 'ms', rate === 1 ? atMost.wait : undefined));
  }
  return figures;
};

/**
 * What a streaming answer costs the main thread, compared with plain text, with react-markdown on the whole text per
 * frame, and with streamdown. It measures the thread's processor time rather than wall-clock time, since other work on
 * the machine affects that less. `--only <pattern>` selects parts by name, such as `cost: 200 tokens/s, x4`, `arrival`
 * or `longest task`.
 */
export const streamRender = async (log: (text: string) => void): Promise<Figure[]> => {
  const { values } = parseArgs({ strict: false, options: { only: { type: 'string' } } });
  const only = new RegExp(String(values['only'] ?? ''));
  const isChosen = (name: string) => only.test(name);
  const page = await serveStreamPage();
  const browser = await openBrowser(log);
  const measured: Measure = (run, rate, traced) => measure(browser, page.url, run, rate, traced);
  try {
    const seen = { candidate: 'atrium', text: 'unmarked', size: 1000, pace: 200 } as const;
    const delays = (rate: number) => delaysOf(browser, page.url, seen, rate);
    return [
      ...(await costFigures(measured, isChosen)),
      ...(await delayFigures(delays, isChosen)),
      ...(await taskFigures(measured, isChosen)),
    ];
  } finally {
    await browser.close();
    page.end();
  }
};
