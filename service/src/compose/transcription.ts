import type { TranscriptionConfig } from '../adapters/transcription/config.ts';
import type { LocalParts } from './local-parts.ts';
import { createTranscription } from '../adapters/transcription/openai-compatible.ts';
import type { TranscriptionPort } from '../ports/transcription.ts';

/**
 * Chooses the configured endpoint, else the demo transcription if the demo model serves the chats. With a real model
 * there is no demo transcription: its canned text would be sent as the user's own words.
 */
export const chooseTranscription = (
  { baseUrl, model, apiKey, entry }: TranscriptionConfig,
  chat: { readonly demo?: boolean },
  local: Pick<LocalParts, 'demoTranscription'> | undefined,
): TranscriptionPort | undefined => {
  if (baseUrl && model) return createTranscription({ baseUrl, model, apiKey, entry });
  return chat.demo ? local?.demoTranscription() : undefined;
};
