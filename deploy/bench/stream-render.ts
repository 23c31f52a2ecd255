import { median } from 'simple-statistics';
import { type Figure, figure } from './figure.ts';
import { openBrowser } from './page-load.ts';
import { serveStreamPage } from './stream-page.ts';
import { type Cost, measure, type Run } from './stream-run.ts';

const rates = [1, 4] as const;
const paces = [200, 'max'] as const;
const candidates = ['plain', 'react-markdown', 'streamdown', 'streamdown-animated', 'atrium'] as const;

/** What is measured of a size: react-markdown on the whole text does not finish on long ones. */
const plan = [
  { size: 1000, rounds: 3, of: candidates },
  { size: 5000, rounds: 2, of: candidates },
  { size: 20_000, rounds: 1, of: ['streamdown', 'atrium'] },
] as const;
/** `ATRIUM_BENCH_SHORT=1` is for a look in between: one round, no long text. */
const short = process.env['ATRIUM_BENCH_SHORT'] === '1';

const atMost = { ofStreamdown: 0.7, growth: 1.1, task: 50 } as const;
/** Milliseconds in which the code of a text gets its colours. */
const settle = 4000;
/** Streamed in pieces, and as fast as possible. */
const longTexts = [
  { text: 'mixed', size: 5000, pace: 'max', settle },
  { text: 'mixed', size: 5000, pace: 200 },
  { text: 'paragraph', size: 50_000, pace: 1000 },
  { text: 'paragraph', size: 50_000, pace: 'max' },
  { text: 'code', size: 50_000, pace: 1000 },
  { text: 'code', size: 50_000, pace: 'max', settle },
] as const;

type Measure = (run: Run, rate: number, traced?: boolean) => Promise<Cost>;

/** Milliseconds of processor per 1,000 tokens, of each candidate at one size, pace and rate; candidates take turns. */
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

const costFigures = async (measured: Measure): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const pace of paces)
    for (const rate of rates) {
      const own: number[] = [];
      for (const step of short ? plan.slice(0, 2) : plan) {
        const costs = await perThousand(measured, step, pace, rate);
        const where = `${step.size / 1000}k, ${speedOf(pace)}, x${rate}`;
        for (const [candidate, cost] of costs) figures.push(figure(`${candidate}: ${where}`, cost, 'ms per 1,000'));
        const atrium = costs.get('atrium') ?? Number.NaN;
        own.push(atrium);
        const ratio = atrium / (costs.get('streamdown') ?? Number.NaN);
        figures.push(figure(`of streamdown: ${where}`, ratio, '', atMost.ofStreamdown));
      }
      const growth = (own.at(-1) ?? Number.NaN) / (own[0] ?? Number.NaN);
      figures.push(figure(`the longest over 1k: ${speedOf(pace)}, x${rate}`, growth, '', atMost.growth));
    }
  return figures;
};

const taskFigures = async (measured: Measure): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const run of longTexts) {
    const { longest } = await measured({ candidate: 'atrium', ...run }, 4, true);
    const what = `${run.text} of ${run.size}, ${speedOf(run.pace)}`;
    figures.push(figure(`longest task, x4: ${what}`, longest, 'ms', atMost.task));
  }
  return figures;
};

/**
 * What a streaming answer costs the main thread, beside plain text, react-markdown on the whole text per frame and
 * streamdown. Processor time of the thread, not time by the clock: other work on the machine counts less.
 */
export const streamRender = async (say: (text: string) => void): Promise<Figure[]> => {
  const page = await serveStreamPage();
  const browser = await openBrowser(say);
  const measured: Measure = (run, rate, traced) => measure(browser, page.url, run, rate, traced);
  try {
    return [...(await costFigures(measured)), ...(await taskFigures(measured))];
  } finally {
    await browser.close();
    page.end();
  }
};
