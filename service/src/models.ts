import { createOpenAiImages } from './adapters/images/openai-compatible.ts';
import { checkEmbeddings, checkImages, checkModel, checkTranscription, tableOf } from './compose/check-models.ts';
import { openModels } from './compose/model.ts';
import { chooseTranscription } from './compose/transcription.ts';
import { type Config, readConfig } from './config.ts';

/** Models for these purposes write no answers and have checks of their own. */
const others: ReadonlySet<string> = new Set(['images', 'embeddings', 'transcription']);

const checkAll = async ({ models, images, transcription }: Config) => {
  const checked = [];
  const writers = models.filter(({ entry }) => entry.for.some((purpose) => !others.has(purpose)));
  // One after the other, because models on one machine would slow each other down.
  for (const model of await openModels(writers)) checked.push(await checkModel(model));
  for (const model of models.filter(({ entry }) => entry.for.includes('embeddings')))
    checked.push(await checkEmbeddings(model));
  if (images) {
    const listed = models.find(({ entry }) => entry.for.includes('images'));
    const entry = listed?.entry ?? { id: 'images', name: images.model };
    checked.push(await checkImages(entry, createOpenAiImages(images)));
  }
  const transcriber = chooseTranscription(transcription, {}, undefined);
  if (transcriber?.entry) checked.push(await checkTranscription(transcriber.entry, transcriber));
  return checked;
};

/**
 * `node models.ts check`: sends each model that the environment names one request, and prints whether and how fast it
 * works.
 */
const run = async (): Promise<void> => {
  if (process.argv[2] !== 'check') throw new Error('Usage: pnpm models check');
  const checked = await checkAll(readConfig(process.env));
  if (checked.length === 0)
    throw new Error('No model is configured: set ATRIUM_MODELS, or MODEL_BASE_URL and MODEL_NAME.');
  console.log(tableOf(checked));
  if (checked.some(({ failure }) => failure !== undefined)) process.exitCode = 1;
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
