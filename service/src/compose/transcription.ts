import type { TranscriptionConfig } from '../adapters/transcription/config.ts';
import type { LocalParts } from './local-parts.ts';
import { createTranscription } from '../adapters/transcription/openai-compatible.ts';
import type { TranscriptionPort } from '../ports/transcription.ts';

/**
 * The endpoint that the configuration names, else the demo beside the demo model. Beside another model there is none: what
 * the demo says would become the words of a person.
 */
export const chooseTranscription = (
  { baseUrl, model, apiKey, entry }: TranscriptionConfig,
  chat: { readonly demo?: boolean },
  local: Pick<LocalParts, 'demoTranscription'> | undefined,
): TranscriptionPort | undefined => {
  if (baseUrl && model) return createTranscription({ baseUrl, model, apiKey, entry });
  return chat.demo ? local?.demoTranscription() : undefined;
};
