import type { Product } from '../local/product.ts';
import { killRound } from './durable-kill.ts';
import type { Outcome } from './durable-outcome.ts';
import { openReader, pageFaults, pageTrial, type Trial } from './durable-page.ts';
import { type Figure, figure } from './figure.ts';
import { startModel } from './model-server.ts';
import { signIn, stage } from './stage.ts';

/** Runs of all faults together. ATRIUM_BENCH_RUNS shortens the benchmark, ATRIUM_BENCH_BROWSERS makes it lighter. */
const runs = Number(process.env['ATRIUM_BENCH_RUNS'] ?? 200);
const repliesPerKill = 5;
const browsersAtOnce = Number(process.env['ATRIUM_BENCH_BROWSERS'] ?? 6);
const answer = { words: 60, everyMs: 70 };
const flushEvery = 250;

type Log = (text: string) => void;

const killTrials = async (product: Product, trial: Trial, count: number, log: Log): Promise<Outcome[]> => {
  const reader = await openReader(trial.url, trial.cookie, log);
  const outcomes: Outcome[] = [];
  try {
    for (let round = 0; outcomes.length < count; round += 1)
      outcomes.push(...(await killRound(product, reader, trial, repliesPerKill, round)));
    return outcomes;
  } finally {
    await reader.end();
  }
};

/** A run that cannot be judged counts as a lost reply. */
const lost = (fault: string, error: Error): Outcome => ({
  fault,
  ended: Infinity,
  failed: false,
  missing: 0,
  doubled: 0,
  shown: false,
  seen: error.message,
});

const pageTrials = async (trial: Trial, count: number, log: Log): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  let next = 0;
  const lane = async () => {
    const reader = await openReader(trial.url, trial.cookie, log);
    for (let run = next++; run < count; run = next++) {
      const fault = pageFaults[run % pageFaults.length] ?? 'reload';
      outcomes.push(await pageTrial(reader, trial, fault, run).catch((error: Error) => lost(fault, error)));
    }
    await reader.end();
  };
  await Promise.all(Array.from({ length: browsersAtOnce }, lane));
  return outcomes;
};

const sum = (outcomes: readonly Outcome[], of: (outcome: Outcome) => number) =>
  outcomes.reduce((total, outcome) => total + of(outcome), 0);

const figuresOf = (outcomes: readonly Outcome[]): Figure[] => {
  const killed = outcomes.filter(({ fault }) => fault === 'kill -9');
  const charactersPerMs = 'word10 '.length / answer.everyMs;
  return [
    figure('runs', outcomes.length, ''),
    ...['kill -9', ...pageFaults].map((fault) =>
      figure(`runs: ${fault}`, outcomes.filter((one) => one.fault === fault).length, ''),
    ),
    figure(
      'characters missing',
      sum(outcomes, ({ missing }) => missing),
      '',
      0,
    ),
    figure(
      'characters doubled',
      sum(outcomes, ({ doubled }) => doubled),
      '',
      0,
    ),
    figure('readers whose text is not the message’s', outcomes.filter(({ shown }) => !shown).length, '', 0),
    figure(
      'replies that failed without a kill',
      outcomes.filter(({ fault, failed }) => failed && fault !== 'kill -9').length,
      '',
      0,
    ),
    figure('replies that a kill ended, failed with their text', killed.filter(({ failed }) => failed).length, ''),
    figure('longest time until a message ended', Math.max(...outcomes.map(({ ended }) => ended)) / 1000, 's', 90),
    figure(
      'longest piece read before a kill and not stored',
      Math.max(0, ...killed.map(({ tail = 0 }) => tail)) / charactersPerMs,
      'ms',
      2 * flushEvery,
    ),
  ];
};

/**
 * Replies during `kill -9` of the service, dropped connections, frozen tabs, changes of the chat and reloads. Each is
 * compared with the model's own text, in the database and on the reader's screen.
 */
export const durableReplies = async (log: Log): Promise<Figure[]> => {
  const model = await startModel('--mode', 'slow', '--delay', String(answer.everyMs), '--words', String(answer.words));
  const product = await stage(log, { MODEL_BASE_URL: model.url, MODEL_NAME: 'upstream-model' });
  try {
    const trial: Trial = { url: product.url, cookie: await signIn(product.url), ...answer };
    const kills = Math.ceil(runs / (pageFaults.length + 1));
    const outcomes = [
      ...(await pageTrials(trial, runs - kills, log)),
      ...(await killTrials(product, trial, kills, log)),
    ];
    for (const one of outcomes)
      if (one.missing + one.doubled > 0 || !one.shown || one.ended > 90_000) log(JSON.stringify(one));
    return figuresOf(outcomes);
  } finally {
    await product.end();
    model.stop();
  }
};
