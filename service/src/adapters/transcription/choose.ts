import type { TranscriptionConfig } from './config.ts';
import { createDemoTranscription } from './demo.ts';
import { createTranscription } from './openai-compatible.ts';
import type { TranscriptionPort } from './port.ts';

/** The endpoint that the configuration names, else the demo. */
export const chooseTranscription = ({ baseUrl, model, apiKey }: TranscriptionConfig): TranscriptionPort =>
  baseUrl && model ? createTranscription({ baseUrl, model, apiKey }) : createDemoTranscription();
