import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspace } from '../release/data-folder.ts';
import { type Figure, figure } from './figure.ts';
import { moneyStall } from './money-stall.ts';

const run = promisify(execFile);
const sequences = Number(process.env['MONEY_SEQUENCES'] ?? 10_000);
const payers = Number(process.env['MONEY_PAYERS'] ?? 200);
/** Sequences that one process plays, on a database of its own. */
const slice = 1000;

interface Result {
  readonly sequences: number;
  readonly steps: number;
  readonly divergences: readonly string[];
}

interface ParallelResult {
  readonly requests: number;
  readonly payments: number;
  readonly refunded: number;
  readonly paidTwice: number;
  readonly lost: number;
}

const runMoney = async <R>(args: readonly string[]): Promise<R> => {
  const script = join(workspace, 'service/src/testing/money/run.ts');
  const { stdout } = await run(process.execPath, [script, ...args], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as R;
};

const playSlice = (provider: string, count: number, seed: number): Promise<Result> =>
  runMoney(['--provider', provider, '--sequences', String(count), '--seed', String(seed)]);

/** Users who subscribe and expired teams that renew, each in several tabs at once, paying on every page they get. */
const payAtOnce = async (provider: string): Promise<Figure[]> => {
  const result = await runMoney<ParallelResult>(['--provider', provider, '--payers', String(payers), '--seed', '2026']);
  const { requests, payments, refunded, paidTwice, lost } = result;
  return [
    figure(`parallel checkouts and renewals with the provider ${provider}`, requests, ''),
    figure(`payments of them with the provider ${provider}`, payments, ''),
    figure(`payments refunded by the provider ${provider}`, refunded, ''),
    figure(`payments charged twice by the provider ${provider}`, paidTwice, '', 0),
    figure(`payments without a plan or an email with the provider ${provider}`, lost, '', 0),
  ];
};

const play = async (provider: string, count: number, log: (text: string) => void): Promise<Result> => {
  const total = { sequences: 0, steps: 0, divergences: [] as string[] };
  for (let seed = 2026; total.sequences < count; seed += 1) {
    const part = await playSlice(provider, Math.min(slice, count - total.sequences), seed);
    total.sequences += part.sequences;
    total.steps += part.steps;
    total.divergences.push(...part.divergences);
    log(`${provider}: ${total.sequences} sequences, ${total.divergences.length} divergences`);
  }
  return total;
};

/**
 * Users who pay twice at once, and random sequences of payments compared with a plain model: with the local payment
 * provider and with the stand-in for Stripe.
 */
export const money = async (log: (text: string) => void): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const provider of ['stripe', 'local']) {
    figures.push(...(await payAtOnce(provider)));
    log(`${provider}: ${payers} payers have paid`);
    const { divergences, steps, sequences: played } = await play(provider, Math.ceil(sequences / 2), log);
    for (const divergence of divergences.slice(0, 10)) log(divergence);
    figures.push(
      figure(`sequences with the provider ${provider}`, played, ''),
      figure(`steps with the provider ${provider}`, steps, ''),
      figure(`divergences with the provider ${provider}`, divergences.length, '', 0),
    );
  }
  return [...figures, ...(await moneyStall(log))];
};
