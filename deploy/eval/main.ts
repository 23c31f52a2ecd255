import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sentenceOf } from '../local/problem.ts';
import { dataFolder } from '../release/data-folder.ts';
import { type Embed, openEmbedder } from './embedder.ts';
import { evaluate, type Outcome } from './evaluate.ts';
import { startEvaluated, type Window, windows } from './product.ts';
import { startScriptedModel } from './scripted-model.ts';
import { type Sources, sources } from './sources.ts';
import { belowLimit, type How, type Shares, sharesOf, tableOf } from './table.ts';

/**
 * `pnpm eval`: how much of what answers need is in the requests that models get. The README in this folder lists the
 * options.
 */
const baselineFile = join(import.meta.dirname, 'baseline.json');
interface Recorded {
  readonly what: string;
  readonly commit: string;
  readonly date: string;
}
/** The shares before any change, and the shares reached now, below which none may fall. */
interface Baseline {
  readonly before: Recorded & { readonly shares: Shares };
  readonly now: Recorded & { readonly [how in How]: Shares };
}

const { values } = parseArgs({
  args: process.argv.slice(2).filter((one) => one !== '--'),
  options: {
    window: { type: 'string', multiple: true },
    embedder: { type: 'string', default: 'both' },
    missing: { type: 'boolean', default: false },
    size: { type: 'string', default: '1' },
    sources: { type: 'string' },
    json: { type: 'string' },
    'report-only': { type: 'boolean', default: false },
  },
});
const chosen = (values.window ?? Object.keys(windows)) as Window[];
const unknown = chosen.find((one) => !(one in windows));

/** All sources, or only the chats, or only the files. */
const chosenSources = (): Sources => {
  const all = sources(Number(values.size));
  if (values.sources === undefined) return all;
  return values.sources === 'files' ? { chats: [], files: all.files } : { chats: all.chats, files: [] };
};

const run = async (embed: Embed | undefined): Promise<Outcome[]> => {
  const model = await startScriptedModel(embed);
  let product: Awaited<ReturnType<typeof startEvaluated>> | undefined;
  try {
    product = await startEvaluated(model, embed !== undefined);
    const outcomes: Outcome[] = [];
    for (const window of chosen) {
      const since = performance.now();
      outcomes.push(...(await evaluate({ ...product, model, window }, chosenSources())));
      console.log(
        `${window}: answered in ${((performance.now() - since) / 1000).toFixed(0)} s, ${JSON.stringify(model.counts)}`,
      );
    }
    return outcomes;
  } finally {
    await product?.end();
    await model.close();
  }
};

const names: Readonly<Record<How, string>> = { words: 'by words alone', embedder: 'with an embedder' };

const show = (how: How, outcomes: readonly Outcome[]): boolean => {
  const shares = sharesOf(outcomes);
  const { before, now } = JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline;
  console.log(
    `\nShare of what answers need that was sent, ${names[how]}; in brackets ${before.what} (${before.commit})\n`,
  );
  console.log(tableOf(shares, before.shares));
  if (values.missing)
    for (const { task, window } of outcomes.filter(({ found }) => !found))
      console.log(`${window} ${task.kind}${task.paraphrased ? ', paraphrased' : ''}: ${task.question} – ${task.needs}`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ [how]: shares }, undefined, 2)}\n`);
  const below = belowLimit(shares, how, now[how]);
  for (const { window, share, limit } of below) console.log(`\n${window}, ${names[how]}: ${share} %, below ${limit} %`);
  return below.length === 0;
};

try {
  if (unknown !== undefined)
    throw new Error(`There is no window ${unknown}. Available windows: ${Object.keys(windows).join(', ')}.`);
  const reached: boolean[] = [];
  if (values.embedder !== 'only') reached.push(show('words', await run(undefined)));
  if (values.embedder !== 'none') {
    const embed = await openEmbedder(join(dataFolder(), 'eval-embeddings'));
    reached.push(show('embedder', await run(embed)));
  }
  if (reached.includes(false) && !values['report-only']) process.exitCode = 1;
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
