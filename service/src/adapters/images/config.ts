import * as z from 'zod';
import type { ConfiguredModel } from '../model/catalog/read.ts';
import type { ImagesEndpoint } from './openai-compatible.ts';

const text = () => z.string().trim().min(1).optional();
export const imageVariables = { IMAGE_MODEL: text(), IMAGE_BASE_URL: text(), IMAGE_API_KEY: text() };

type Read = z.infer<z.ZodObject<typeof imageVariables>> & {
  readonly MODEL_BASE_URL?: string | undefined;
  readonly MODEL_API_KEY?: string | undefined;
};

/** OpenAI's endpoint, for an entry without a base URL. */
const openAi = 'https://api.openai.com/v1';

/**
 * The endpoint for pictures, from the catalog or from IMAGE_MODEL. With IMAGE_MODEL, URL and key default to those of
 * the chat model. Undefined if no model for pictures is set up.
 */
export const readImages = (e: Read, models: readonly ConfiguredModel[]): ImagesEndpoint | undefined => {
  const listed = models.find(({ entry }) => entry.for.includes('images'));
  if (listed && e.IMAGE_MODEL)
    throw new Error(
      'The environment is not usable: IMAGE_MODEL (ATRIUM_MODELS configures the image model: set it there).',
    );
  if (listed) {
    const { name, baseUrl = openAi, apiKey } = listed.connection;
    return { baseUrl, model: name, apiKey };
  }
  if (e.IMAGE_MODEL === undefined) return undefined;
  const baseUrl = e.IMAGE_BASE_URL ?? e.MODEL_BASE_URL;
  if (baseUrl === undefined) throw new Error('The environment is not usable: IMAGE_MODEL needs IMAGE_BASE_URL.');
  if (!URL.canParse(baseUrl)) throw new Error('The environment is not usable: IMAGE_BASE_URL (is not a URL).');
  // The chat model's key is never sent to another URL.
  const apiKey = e.IMAGE_API_KEY ?? (e.IMAGE_BASE_URL === undefined ? e.MODEL_API_KEY : undefined);
  return { baseUrl, model: e.IMAGE_MODEL, apiKey };
};
