import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText } from 'ai';
import type { ModelEvent, ModelPort, ModelRequest } from './port.ts';
import { thoughtSplitter } from './thoughts.ts';
import { cleanTitle } from './title.ts';

export interface OpenAiCompatibleOptions {
  /** As `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** What people see; the model's name where it is not given. */
  readonly label?: string;
}

const titleWish =
  'Write a title of at most six words for a chat that begins with the message of the user. Answer with the title only.';
const improveWish =
  'Rewrite the prompt of the user so that a language model can answer it better. Keep its language, its intent and ' +
  'every fact; add nothing that it does not imply. Answer with the rewritten prompt only.';

const messagesOf = ({ system, turns, prompt }: ModelRequest) => [
  { role: 'system' as const, content: system },
  ...[...turns, { role: 'user' as const, content: prompt }].map(({ role, content }) => ({
    role,
    content: [{ type: 'text' as const, text: content }],
  })),
];

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(`The model reported: ${JSON.stringify(error)}`);

/**
 * A model behind any endpoint that speaks OpenAI's chat completions. Replies use the provider's own stream, which costs
 * a quarter less than the SDK's `streamText`; a refused connection, an error in the stream and a stream that breaks off
 * all end in a throw.
 */
export const createOpenAiCompatible = (options: OpenAiCompatibleOptions): ModelPort => {
  const provider = createOpenAICompatible({
    name: 'openaiCompatible',
    baseURL: options.baseUrl.replace(/\/+$/, ''),
    ...(options.apiKey ? { apiKey: options.apiKey } : {}),
  });
  const model = provider.chatModel(options.model);

  async function* events(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const { stream } = await model.doStream({ prompt: messagesOf(request), abortSignal: signal });
    const thoughts = thoughtSplitter();
    for await (const part of stream) {
      if (part.type === 'text-delta') {
        if (part.delta !== '') yield { type: 'text', text: part.delta };
      } else if (part.type === 'reasoning-delta') yield* thoughts.push(part.delta);
      else if (part.type === 'reasoning-end') yield* thoughts.end();
      else if (part.type === 'error') throw asError(part.error);
    }
  }

  const ask = async (system: string, prompt: string, abortSignal?: AbortSignal): Promise<string> => {
    const { text } = await generateText({
      model,
      instructions: system,
      prompt,
      maxRetries: 1,
      ...(abortSignal ? { abortSignal } : {}),
    });
    return text.trim();
  };

  return {
    label: options.label ?? options.model,
    async *reply(request, signal) {
      try {
        yield* events(request, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    name: async (prompt, signal) => cleanTitle(await ask(titleWish, prompt.slice(0, 4000), signal)),
    improve: (prompt, signal) => ask(improveWish, prompt, signal),
  };
};
