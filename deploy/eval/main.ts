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
import { percent, type Shares, sharesOf, tableOf } from './table.ts';

/** `pnpm eval`: how much of what answers need is in the requests that models get. README.md here has the options. */
const wanted = 95;
const baselineFile = join(import.meta.dirname, 'baseline.json');
interface Baseline {
  readonly what: string;
  readonly commit: string;
  readonly date: string;
  readonly shares: Shares;
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
      outcomes.push(...(await evaluate({ person: product.person, model, window }, chosenSources())));
      console.log(
        `${window}: asked in ${((performance.now() - since) / 1000).toFixed(0)} s, ${JSON.stringify(model.counts)}`,
      );
    }
    return outcomes;
  } finally {
    await product?.end();
    await model.close();
  }
};

const show = (name: string, outcomes: readonly Outcome[]): boolean => {
  const shares = sharesOf(outcomes);
  const baseline = JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline;
  console.log(
    `\nShare of what answers need that was sent, ${name}; in brackets ${baseline.what} (${baseline.commit})\n`,
  );
  console.log(tableOf(shares, baseline.shares));
  if (values.missing)
    for (const { task, window } of outcomes.filter(({ found }) => !found))
      console.log(`${window} ${task.kind}${task.paraphrased ? ', paraphrased' : ''}: ${task.question} – ${task.needs}`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ name, shares }, undefined, 2)}\n`);
  return Object.values(shares).every(({ all }) => all !== undefined && percent(all) >= wanted);
};

try {
  if (unknown !== undefined) throw new Error(`There is no window ${unknown}, only ${Object.keys(windows).join(', ')}.`);
  // Where both are shown the embedder's counts: it is shown last.
  let reached = true;
  if (values.embedder !== 'only') reached = show('by words alone', await run(undefined));
  if (values.embedder !== 'none') {
    const embed = await openEmbedder(join(dataFolder(), 'eval-embeddings'));
    reached = show('with an embedder', await run(embed));
  }
  if (!reached && !values['report-only']) process.exitCode = 1;
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
