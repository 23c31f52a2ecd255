import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { ModelFailure } from '../../../ports/model-failure.ts';
import type { ModelEntry } from '../../../ports/model-catalog.ts';
import type { ModelEvent, ModelPort, ModelRequest, ModelUsage } from '../../../ports/model.ts';
import { answerReader } from '../answer-reader.ts';
import { hasPictures } from '../request-parts.ts';
import { sideRequests } from '../side-requests.ts';
import { sdkFailure } from './failure.ts';
import { promptOf } from './prompt.ts';
import { openSdkModel, optionsOf, type SdkConnection } from './providers.ts';
import { incomplete } from '../diagnose.ts';

const usageOf = ({ inputTokens, outputTokens }: LanguageModelV4Usage): ModelUsage => ({
  input: inputTokens.total ?? 0,
  output: outputTokens.total ?? 0,
  cached: inputTokens.cacheRead ?? 0,
  ...(inputTokens.cacheWrite ? { written: inputTokens.cacheWrite } : {}),
  thought: outputTokens.reasoning ?? 0,
});

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/** The events at the end of an answer. Throws if the answer was refused or broke off. */
function* ending({ usage, finishReason: { unified, raw } }: Finish, hasText: boolean): Generator<ModelEvent> {
  yield { type: 'usage', usage: usageOf(usage) };
  if (unified === 'content-filter' && !hasText)
    throw new ModelFailure('refused', `The answer was refused, or filtered out completely (${raw ?? unified}).`);
  // Some packages report a stream that breaks off only like this.
  const unfinished = unified === 'other' && raw === undefined;
  if (unified === 'error' || unified === 'interrupted' || unfinished)
    throw new ModelFailure('unreachable', `The model stopped early (${raw ?? unified}).`, { passing: true });
  if (unified === 'length') yield { type: 'omission', omission: { kind: 'answer-ended' } };
  if (unified === 'content-filter') yield { type: 'omission', omission: { kind: 'answer-filtered' } };
}

/** Requests an answer in one piece and returns it as parts of a stream. */
const completeAnswer = async (
  language: LanguageModelV4,
  options: Parameters<LanguageModelV4['doGenerate']>[0],
): Promise<LanguageModelV4StreamPart[]> => {
  const { content, usage, finishReason } = await language.doGenerate(options);
  const parts = content.flatMap((part, index): LanguageModelV4StreamPart[] => {
    if (part.type === 'text') return [{ type: 'text-delta', id: `${index}`, delta: part.text }];
    return part.type === 'reasoning' ? [{ type: 'reasoning-delta', id: `${index}`, delta: part.text }] : [];
  });
  return [...parts, { type: 'finish', usage, finishReason }];
};

async function* partsOf(
  language: LanguageModelV4,
  { entry, connection }: SdkModelOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const options = {
    prompt: await promptOf(request, entry.takes.includes('pictures')),
    abortSignal: signal,
    providerOptions: optionsOf(connection.provider, entry.thinks),
    ...(entry.maxOutputTokens ? { maxOutputTokens: entry.maxOutputTokens } : {}),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalog accepts no others
    ...(entry.effort ? { reasoning: entry.effort as 'low' } : {}),
    // A model that reasons for minutes sends signs of life, which only raw chunks contain.
    includeRawChunks: entry.thinks,
  };
  if (entry.streams) yield* (await language.doStream(options)).stream;
  else yield* await completeAnswer(language, options);
}

async function* read(language: LanguageModelV4, options: SdkModelOptions, request: ModelRequest, signal: AbortSignal) {
  const answer = answerReader();
  let hasText = false;
  let finish: Finish | undefined;
  const passed = function* (events: Iterable<ModelEvent>): Generator<ModelEvent> {
    for (const event of events) {
      hasText ||= event.type === 'text';
      yield event;
    }
  };
  if (!options.entry.takes.includes('pictures') && hasPictures(request))
    yield { type: 'omission', omission: { kind: 'pictures-off' } } satisfies ModelEvent;
  for await (const part of partsOf(language, options, request, signal)) {
    if (part.type === 'text-delta') yield* passed(answer.push({ content: part.delta }));
    else if (part.type === 'reasoning-delta') yield* passed(answer.push({ reasoning: part.delta }));
    // Each summary of reasoning becomes a paragraph.
    else if (part.type === 'reasoning-end') yield* passed(answer.push({ reasoning: '\n\n' }));
    else if (part.type === 'raw') yield { type: 'alive' } satisfies ModelEvent;
    else if (part.type === 'error') throw sdkFailure(part.error, options.connection.apiKey);
    else if (part.type === 'finish') finish = part;
  }
  yield* passed(answer.end());
  if (!finish) throw incomplete();
  yield* ending(finish, hasText);
}

export interface SdkModelOptions {
  readonly entry: ModelEntry;
  readonly connection: SdkConnection;
  /** Tokens that a request may hold, without the answer; undefined if unknown. */
  readonly contextTokens?: number | undefined;
}

/**
 * A model behind one of the AI SDK's providers. The provider's stream is read directly, because `streamText` costs a
 * third more per token and adds nothing that is needed here.
 */
export const createSdkModel = async (options: SdkModelOptions): Promise<ModelPort> => {
  const language = await openSdkModel(options.connection);
  return {
    label: options.entry.name,
    contextTokens: options.contextTokens,
    async *reply(request, signal) {
      try {
        yield* read(language, options, request, signal);
      } catch (error) {
        if (signal.aborted) return;
        throw error instanceof ModelFailure ? error : sdkFailure(error, options.connection.apiKey);
      }
    },
    ...sideRequests(language),
  };
};
