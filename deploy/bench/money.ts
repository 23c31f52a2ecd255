import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspace } from '../release/data-folder.ts';
import { type Figure, figure } from './figure.ts';
import { moneyStall } from './money-stall.ts';

const run = promisify(execFile);
const sequences = Number(process.env['MONEY_SEQUENCES'] ?? 10_000);
/** Sequences that a process plays, on a database of its own. */
const slice = 1000;

interface Result {
  readonly sequences: number;
  readonly steps: number;
  readonly divergences: readonly string[];
}

const playSlice = async (provider: string, count: number, seed: number): Promise<Result> => {
  const script = join(workspace, 'service/src/testing/money/run.ts');
  const args = [script, '--provider', provider, '--sequences', String(count), '--seed', String(seed)];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Result;
};

const play = async (provider: string, count: number, say: (text: string) => void): Promise<Result> => {
  const total = { sequences: 0, steps: 0, divergences: [] as string[] };
  for (let seed = 2026; total.sequences < count; seed += 1) {
    const part = await playSlice(provider, Math.min(slice, count - total.sequences), seed);
    total.sequences += part.sequences;
    total.steps += part.steps;
    total.divergences.push(...part.divergences);
    say(`${provider}: ${total.sequences} sequences, ${total.divergences.length} divergences`);
  }
  return total;
};

/** Random sequences of payments against a plain model, half with the local provider and half with Stripe's stand-in. */
export const money = async (say: (text: string) => void): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const provider of ['stripe', 'local']) {
    const { divergences, steps, sequences: played } = await play(provider, Math.ceil(sequences / 2), say);
    for (const divergence of divergences.slice(0, 10)) say(divergence);
    figures.push(
      figure(`sequences with the provider ${provider}`, played, ''),
      figure(`steps with the provider ${provider}`, steps, ''),
      figure(`divergences with the provider ${provider}`, divergences.length, '', 0),
    );
  }
  return [...figures, ...(await moneyStall(say))];
};
