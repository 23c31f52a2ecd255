import { checkEmbeddings, checkModel, tableOf } from './compose/check-models.ts';
import { openModels } from './compose/model.ts';
import { readConfig } from './config.ts';

/** `node models.ts check`: asks each model that the environment names one question; what works, and how fast. */
const run = async (): Promise<void> => {
  if (process.argv[2] !== 'check') throw new Error('Usage: pnpm models check');
  const { models } = readConfig(process.env);
  const asked = models.filter(({ entry }) => entry.for.some((purpose) => purpose !== 'images'));
  if (asked.length === 0) throw new Error('No model is set up: give ATRIUM_MODELS, or MODEL_BASE_URL and MODEL_NAME.');
  const checked = [];
  // One after the other: those of one machine would slow each other down.
  for (const model of await openModels(asked)) checked.push(await checkModel(model));
  for (const model of asked.filter(({ entry }) => entry.for.includes('embeddings')))
    checked.push(await checkEmbeddings(model));
  console.log(tableOf(checked));
  if (checked.some(({ failure }) => failure !== undefined)) process.exitCode = 1;
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
