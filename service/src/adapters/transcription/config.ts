import * as z from 'zod';
import { type ModelEntry, plainEntry } from '../../ports/model-catalog.ts';
import type { ConfiguredModel } from '../model/catalog/read.ts';

const text = () => z.string().trim().min(1).optional();

/** Environment variables for the model that transcribes voice notes. */
export const transcriptionVariables = {
  TRANSCRIPTION_BASE_URL: text(),
  TRANSCRIPTION_MODEL: text(),
  TRANSCRIPTION_API_KEY: text(),
};

export interface TranscriptionConfig {
  readonly baseUrl?: string;
  readonly model?: string;
  readonly apiKey?: string;
  /** The model's entry in the catalog. */
  readonly entry?: ModelEntry;
}

interface Values {
  readonly TRANSCRIPTION_BASE_URL?: string | undefined;
  readonly TRANSCRIPTION_MODEL?: string | undefined;
  readonly TRANSCRIPTION_API_KEY?: string | undefined;
  readonly MODEL_BASE_URL?: string | undefined;
  readonly MODEL_API_KEY?: string | undefined;
}

/** OpenAI's endpoint, for an entry without a base URL. */
const openAi = 'https://api.openai.com/v1';

/**
 * Reads the model from the catalog or from TRANSCRIPTION_MODEL. With the latter, base URL and key default to those of
 * the chat model. Throws an error for the operator if the variables are inconsistent.
 */
export const readTranscription = (values: Values, models: readonly ConfiguredModel[] = []): TranscriptionConfig => {
  const listed = models.find(({ entry }) => entry.for.includes('transcription'));
  if (listed && (values.TRANSCRIPTION_MODEL ?? values.TRANSCRIPTION_BASE_URL))
    throw new Error(
      'The environment is not usable: TRANSCRIPTION_MODEL (ATRIUM_MODELS configures the model for voice notes: set it there).',
    );
  if (listed) {
    const { name, baseUrl = openAi, apiKey } = listed.connection;
    return { baseUrl, model: name, entry: listed.entry, ...(apiKey ? { apiKey } : {}) };
  }
  const { TRANSCRIPTION_BASE_URL: own, TRANSCRIPTION_MODEL: model, MODEL_BASE_URL: chat } = values;
  if (own && !model)
    throw new Error('The environment is not usable: TRANSCRIPTION_BASE_URL needs TRANSCRIPTION_MODEL.');
  if (!model) return {};
  const baseUrl = own ?? chat;
  if (!baseUrl) throw new Error('The environment is not usable: TRANSCRIPTION_MODEL needs TRANSCRIPTION_BASE_URL.');
  if (!URL.canParse(baseUrl))
    throw new Error(`The environment is not usable: TRANSCRIPTION_BASE_URL (${baseUrl} is not a URL).`);
  // A key is only sent to the URL that it was configured for.
  const apiKey = values.TRANSCRIPTION_API_KEY ?? (own ? undefined : values.MODEL_API_KEY);
  const entry: ModelEntry = {
    ...plainEntry('transcription', 'Voice notes', model, 'openai-compatible'),
    for: ['transcription'],
  };
  return { baseUrl, model, entry, ...(apiKey ? { apiKey } : {}) };
};
