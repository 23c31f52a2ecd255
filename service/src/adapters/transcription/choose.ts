import type { TranscriptionConfig } from './config.ts';
import { createDemoTranscription } from './demo.ts';
import { createTranscription } from './openai-compatible.ts';
import type { TranscriptionPort } from './port.ts';

/**
 * The endpoint that the configuration names, else the demo beside the demo model. Beside another model there is none: what
 * the demo says would become the words of a person.
 */
export const chooseTranscription = (
  { baseUrl, model, apiKey }: TranscriptionConfig,
  chat: { readonly demo?: boolean },
): TranscriptionPort | undefined => {
  if (baseUrl && model) return createTranscription({ baseUrl, model, apiKey });
  return chat.demo ? createDemoTranscription() : undefined;
};
