import { withoutKeys } from '../model/diagnose.ts';
import type { ModelEntry } from '../../ports/model-catalog.ts';
import type { TranscriptionUsage, TranscriptionPort, VoiceNote } from '../../ports/transcription.ts';

export interface TranscriptionEndpoint {
  /** Such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  readonly entry?: ModelEntry | undefined;
  /** Milliseconds for one note. */
  readonly time?: number;
}

const names: Readonly<Record<VoiceNote['type'], string>> = {
  'audio/webm': 'note.webm',
  'audio/mp4': 'note.m4a',
  'audio/wav': 'note.wav',
};

/** The text, or '' if it holds only marks for missing speech, such as `[BLANK_AUDIO]` or `(silence)`. */
const speechIn = (text: string): string => {
  const words = text.replaceAll(/\[[^\]]*\]|\([^)]*\)|[♪♫]/g, ' ');
  return /[\p{L}\p{N}]/u.test(words) ? text.trim() : '';
};

const amount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** The reported tokens or seconds. Models of this protocol report either, or neither. */
const usageIn = (reported: unknown): TranscriptionUsage => {
  const { seconds, input_tokens: input, output_tokens: output }: Readonly<Record<string, unknown>> = Object(reported);
  return {
    ...(amount(seconds) ? { seconds } : {}),
    ...(amount(input) ? { input } : {}),
    ...(amount(output) ? { output } : {}),
  };
};

/** Transcribes with any endpoint that implements OpenAI's audio transcriptions. */
export const createTranscription = ({
  baseUrl,
  model,
  apiKey,
  entry,
  time = 120_000,
}: TranscriptionEndpoint): TranscriptionPort => ({
  entry,
  async transcribe({ content, type }, signal, onUsage) {
    const form = new FormData();
    form.set('model', model);
    form.set('response_format', 'json');
    form.set('file', new Blob([content], { type }), names[type]);
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/audio/transcriptions`, {
      method: 'POST',
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      body: form,
      signal: AbortSignal.any([AbortSignal.timeout(time), ...(signal ? [signal] : [])]),
    });
    if (!response.ok)
      throw new Error(
        `The transcription service returned ${response.status}: ${withoutKeys(await response.text(), apiKey)}`,
      );
    const { text, usage }: { readonly text?: unknown; readonly usage?: unknown } = Object(await response.json());
    if (usage) onUsage?.(usageIn(usage));
    if (typeof text !== 'string') throw new Error('The transcription service returned no text.');
    return speechIn(text);
  },
});
