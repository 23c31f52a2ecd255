import * as z from 'zod';

const text = () => z.string().trim().min(1).optional();

/** The variables of the environment that choose who writes down voice notes. */
export const transcriptionVariables = {
  TRANSCRIPTION_BASE_URL: text(),
  TRANSCRIPTION_MODEL: text(),
  TRANSCRIPTION_API_KEY: text(),
};

export interface TranscriptionConfig {
  readonly baseUrl?: string;
  readonly model?: string;
  readonly apiKey?: string;
}

interface Values {
  readonly TRANSCRIPTION_BASE_URL?: string | undefined;
  readonly TRANSCRIPTION_MODEL?: string | undefined;
  readonly TRANSCRIPTION_API_KEY?: string | undefined;
  readonly MODEL_BASE_URL?: string | undefined;
  readonly MODEL_API_KEY?: string | undefined;
}

/** The address, and its key, are the chat model's where a transcription model is named and no address of its own. */
export const readTranscription = (values: Values): TranscriptionConfig => {
  const { TRANSCRIPTION_BASE_URL: own, TRANSCRIPTION_MODEL: model, MODEL_BASE_URL: chat } = values;
  if (own && !model)
    throw new Error('The environment is not usable: TRANSCRIPTION_BASE_URL needs TRANSCRIPTION_MODEL.');
  if (!model) return {};
  const baseUrl = own ?? chat;
  if (!baseUrl) throw new Error('The environment is not usable: TRANSCRIPTION_MODEL needs TRANSCRIPTION_BASE_URL.');
  if (!URL.canParse(baseUrl))
    throw new Error(`The environment is not usable: TRANSCRIPTION_BASE_URL (${baseUrl} is no URL).`);
  // A key goes only to the address that it was given for.
  const apiKey = values.TRANSCRIPTION_API_KEY ?? (own ? undefined : values.MODEL_API_KEY);
  return { baseUrl, model, ...(apiKey ? { apiKey } : {}) };
};
