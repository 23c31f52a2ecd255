import { type ConfiguredModel, readCatalog, shorthand } from './catalog/read.ts';
import type { PrivateModel } from './private-config.ts';

interface Values {
  readonly ATRIUM_MODELS?: string | undefined;
  readonly MODEL_BASE_URL?: string | undefined;
  readonly MODEL_NAME?: string | undefined;
  readonly MODEL_API_KEY?: string | undefined;
  readonly MODEL_CONTEXT_TOKENS?: number | undefined;
  readonly MODEL_IMAGES: boolean;
}

const twice = (variable: string, purpose: string): Error =>
  new Error(
    `The environment is not usable: ${variable} (ATRIUM_MODELS configures the models ${purpose}: set it there).`,
  );

/**
 * All models that the environment names, in the operator's order: those of `ATRIUM_MODELS`, or the one of
 * MODEL_BASE_URL and MODEL_NAME, and the private one. Throws an error for the operator if a purpose is configured in
 * two ways.
 */
export const readModels = (
  e: Values,
  privateModel: PrivateModel | undefined,
  env: NodeJS.ProcessEnv,
): readonly ConfiguredModel[] => {
  const catalog = readCatalog(e.ATRIUM_MODELS, env);
  if (catalog.length > 0 && e.MODEL_NAME) throw twice('MODEL_NAME', 'of chats');
  if (privateModel && catalog.some(({ entry }) => entry.for.includes('secure') && !entry.for.includes('embeddings')))
    throw twice('PRIVATE_MODEL_NAME', 'of secure chats');
  const models = [...catalog];
  if (e.MODEL_BASE_URL && e.MODEL_NAME)
    models.push(
      shorthand({
        id: 'default',
        baseUrl: e.MODEL_BASE_URL,
        model: e.MODEL_NAME,
        apiKey: e.MODEL_API_KEY,
        contextTokens: e.MODEL_CONTEXT_TOKENS,
        pictures: e.MODEL_IMAGES,
        for: ['chat'],
      }),
    );
  if (privateModel) models.push(shorthand({ id: 'private', ...privateModel, for: ['secure'] }));
  return models;
};
