import type { TranscriptionPort, VoiceNote } from '../../ports/transcription.ts';

export interface TranscriptionEndpoint {
  /** As `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** Milliseconds for one note. */
  readonly time?: number;
}

const names: Readonly<Record<VoiceNote['type'], string>> = { 'audio/webm': 'note.webm', 'audio/mp4': 'note.m4a' };

/** What models write where they hear no words, as `[BLANK_AUDIO]` or `(silence)`, is left out. */
const spoken = (text: string): string => {
  const words = text.replaceAll(/\[[^\]]*\]|\([^)]*\)|[♪♫]/g, ' ');
  return /[\p{L}\p{N}]/u.test(words) ? text.trim() : '';
};

/** Any endpoint that speaks OpenAI's audio transcriptions. */
export const createTranscription = ({
  baseUrl,
  model,
  apiKey,
  time = 120_000,
}: TranscriptionEndpoint): TranscriptionPort => ({
  async transcribe({ content, type }) {
    const form = new FormData();
    form.set('model', model);
    form.set('response_format', 'json');
    form.set('file', new Blob([content], { type }), names[type]);
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/audio/transcriptions`, {
      method: 'POST',
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      body: form,
      signal: AbortSignal.timeout(time),
    });
    if (!response.ok) throw new Error(`The transcription answered ${response.status}: ${await response.text()}`);
    const { text }: { readonly text?: unknown } = Object(await response.json());
    if (typeof text !== 'string') throw new Error('The transcription answered without a text.');
    return spoken(text);
  },
});
