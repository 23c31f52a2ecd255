import type { Browser, CDPSession } from 'playwright';
import { openSettledPage } from './page-load.ts';

/** One streamed text, and the renderer of it. */
export interface Run {
  readonly candidate: string;
  readonly text: 'mixed' | 'unmarked' | 'paragraph' | 'code';
  /** In tokens for a mixed or unmarked text, otherwise in characters. */
  readonly size: number;
  /** Tokens per second. */
  readonly pace: number | 'max';
  /** Milliseconds to wait for what follows the text, such as syntax highlighting. */
  readonly settle?: number;
  /** Whether to record how long each token took to be visible. */
  readonly watched?: boolean;
}

export interface Cost {
  /** Processor time of the page's main thread, in milliseconds. */
  readonly cpu: number;
  /** Processor time of the longest task, in milliseconds; 0 if no trace was requested. */
  readonly longest: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of wall-clock time, and of processor time. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const longestTask = (trace: readonly TraceEvent[]): number => {
  const threads = new Set(
    trace
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}-${tid}`),
  );
  const tasks = trace.filter(({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid}-${tid}`));
  if (tasks.length === 0) throw new Error('The trace contains no tasks of the page.');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
};

type RunIt = () => Promise<readonly number[]>;

/** Opens a new page for a run, on a processor that is `rate` times slower. */
const withRun = async <T>(
  browser: Browser,
  url: string,
  run: Run,
  rate: number,
  work: (devtools: CDPSession, runIt: RunIt) => Promise<T>,
): Promise<T> => {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
  try {
    const page = await openSettledPage(context);
    await page.goto(url, { waitUntil: 'networkidle' });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    await page.evaluate((one) => (globalThis as unknown as { prepare(run: Run): void }).prepare(one), run);
    return await work(devtools, () =>
      page.evaluate((one) => (globalThis as unknown as { run(run: Run): ReturnType<RunIt> }).run(one), run),
    );
  } finally {
    await context.close();
  }
};

/** Measures the cost of a run. Recording a trace adds to the cost. */
export const measure = (browser: Browser, url: string, run: Run, rate: number, traced = false): Promise<Cost> =>
  withRun(browser, url, run, rate, async (devtools, runIt) => {
    const spent = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
    };
    const trace: TraceEvent[] = [];
    devtools.on('Tracing.dataCollected', ({ value }) => {
      for (const event of value as unknown as TraceEvent[])
        if (event.name === 'RunTask' || event.name === 'thread_name') trace.push(event);
    });
    if (traced)
      await devtools.send('Tracing.start', {
        traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'] },
        transferMode: 'ReportEvents',
      });
    const before = await spent();
    await runIt();
    const cpu = (await spent()) - before;
    if (!traced) return { cpu, longest: 0 };
    const complete = new Promise((resolve) => {
      devtools.once('Tracing.tracingComplete', resolve);
    });
    await devtools.send('Tracing.end');
    await complete;
    return { cpu, longest: longestTask(trace) };
  });

/** Milliseconds from the arrival of each token of a run to the frame that shows it. */
export const delaysOf = (browser: Browser, url: string, run: Run, rate: number): Promise<readonly number[]> =>
  withRun(browser, url, { ...run, watched: true }, rate, (_, runIt) => runIt());
