import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { ModelFailure } from '../../../ports/model-failure.ts';
import type { ModelEntry } from '../../../ports/model-catalog.ts';
import type { ModelEvent, ModelPort, ModelRequest, ModelUsage } from '../../../ports/model.ts';
import { answerReader } from '../answer-reader.ts';
import { hasPictures } from '../request-parts.ts';
import { sideRequests } from '../side-requests.ts';
import { mayRefusePictures, sdkFailure } from './failure.ts';
import { withoutLargePictures } from './large-pictures.ts';
import { promptOf } from './prompt.ts';
import { longestAnswer, openSdkModel, optionsOf, type SdkConnection } from './providers.ts';
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

const sendRequest = async (
  language: LanguageModelV4,
  { entry, connection }: SdkModelOptions,
  request: ModelRequest,
  pictures: boolean,
  signal: AbortSignal,
): Promise<AsyncIterable<LanguageModelV4StreamPart> | readonly LanguageModelV4StreamPart[]> => {
  const maxOutputTokens = longestAnswer(entry, connection.provider);
  const options = {
    prompt: await promptOf(request, pictures),
    abortSignal: signal,
    providerOptions: optionsOf(connection.provider, entry.thinks),
    ...(maxOutputTokens ? { maxOutputTokens } : {}),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalog accepts no others
    ...(entry.effort ? { reasoning: entry.effort as 'low' } : {}),
    // A model that reasons for minutes, shown or not, sends signs of life, which only raw chunks contain.
    includeRawChunks: true,
  };
  return entry.streams ? (await language.doStream(options)).stream : completeAnswer(language, options);
};

/** Requests an answer. If the pictures may be why it is refused, the request is sent once more without them. */
const requestAnswer = async (
  language: LanguageModelV4,
  options: SdkModelOptions,
  request: ModelRequest,
  signal: AbortSignal,
) => {
  const pictures = options.entry.takes.includes('pictures') && hasPictures(request);
  const send = (withPictures: boolean) => sendRequest(language, options, request, withPictures, signal);
  try {
    return { parts: await send(pictures), refused: false };
  } catch (error) {
    if (!pictures || !mayRefusePictures(error)) throw error;
    // If the request is refused without the pictures too, they were not the reason.
    const parts = await send(false).catch(() => Promise.reject(error));
    return { parts, refused: true };
  }
};

/** The request with the pictures that the model reads, and what is left out. */
const acceptable = (request: ModelRequest, { entry, connection }: SdkModelOptions) => {
  if (!hasPictures(request)) return { given: request, omissions: [] };
  if (!entry.takes.includes('pictures')) return { given: request, omissions: [{ kind: 'pictures-off' }] };
  return withoutLargePictures(request, connection.provider);
};

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
  const { given, omissions } = acceptable(request, options);
  yield* omissions.map((omission): ModelEvent => ({ type: 'omission', omission }));
  const { parts, refused } = await requestAnswer(language, options, given, signal);
  if (refused) yield { type: 'omission', omission: { kind: 'pictures-refused' } } satisfies ModelEvent;
  for await (const part of parts) {
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
