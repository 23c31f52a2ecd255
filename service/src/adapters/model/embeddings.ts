import { setTimeout as pause } from 'node:timers/promises';
import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { isBrokenCircuitError } from 'cockatiel';
import type { EmbeddingsPort, EmbedOptions } from '../../ports/embeddings.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import type { ConfiguredModel, ModelConnection } from './catalog/read.ts';
import { sdkFailure } from './sdk/failure.ts';
import { createBreaker, paused } from './with-breaker.ts';

interface Settings {
  readonly baseURL?: string;
  readonly apiKey?: string;
}

const noEmbeddings = (provider: string): never => {
  throw new Error(`${provider} has no embeddings.`);
};

/** Each package is loaded only if one of its models is configured. */
const openers: Readonly<
  Record<
    ModelConnection['provider'],
    (settings: Settings, connection: ModelConnection) => Promise<(name: string) => EmbeddingModelV4>
  >
> = {
  'openai-compatible': async ({ baseURL = '', ...key }) => {
    const provider = (await import('@ai-sdk/openai-compatible')).createOpenAICompatible({
      name: 'embeddings',
      baseURL,
      ...key,
    });
    return (name) => provider.embeddingModel(name);
  },
  openai: async (settings) => {
    const provider = (await import('@ai-sdk/openai')).createOpenAI(settings);
    return (name) => provider.embeddingModel(name);
  },
  anthropic: async () => noEmbeddings('anthropic'),
  google: async (settings) => {
    const provider = (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings);
    return (name) => provider.embeddingModel(name);
  },
  mistral: async (settings) => {
    const provider = (await import('@ai-sdk/mistral')).createMistral(settings);
    return (name) => provider.embeddingModel(name);
  },
  bedrock: async (settings, { region }) => {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
    const provider = createAmazonBedrock({ ...settings, ...(region ? { region } : {}) });
    return (name) => provider.embeddingModel(name);
  },
  azure: async (settings, { resource }) => {
    const { createAzure } = await import('@ai-sdk/azure');
    const provider = createAzure({ ...settings, ...(resource ? { resourceName: resource } : {}) });
    return (name) => provider.embeddingModel(name);
  },
};

const openModel = async (connection: ModelConnection): Promise<EmbeddingModelV4> => {
  const { provider, name, baseUrl, apiKey } = connection;
  const settings = {
    ...(baseUrl ? { baseURL: baseUrl.replace(/\/+$/, '') } : {}),
    ...(apiKey ? { apiKey } : {}),
  };
  return (await openers[provider](settings, connection))(name);
};

/** Texts per request, unless the provider accepts fewer. */
const maxBatch = 64;
/** Requests at once, if the provider supports it. */
const atOnce = 4;
/**
 * Milliseconds before the first retry and at most, unless the provider names a time. Each backoff is twice the
 * previous.
 */
const backoff = { first: 1000, retries: 3, max: 60_000 } as const;

type Vectors = readonly (readonly number[])[];

/** Checks that there are as many vectors as texts, all of one length and of finite numbers. */
const checked = (vectors: Vectors, expected: number): Vectors => {
  const length = vectors[0]?.length ?? 0;
  const whole = vectors.every((vector) => vector.length === length && vector.every(Number.isFinite));
  if (vectors.length !== expected || length === 0 || !whole)
    throw new ModelFailure('unreachable', 'The returned vectors do not match the request.');
  return vectors;
};

/**
 * Sorts vectors into the order of the texts by the `index` in OpenAI's protocol, because some servers do not keep it.
 */
const inOrder = (vectors: Vectors, body: unknown): Vectors => {
  const { data }: { readonly data?: unknown } = Object(body);
  if (!Array.isArray(data) || data.length !== vectors.length) return vectors;
  const positions = data.map((one: unknown) => Number(Object(one)['index']));
  const ordered = positions.map((_, at) => vectors[positions.indexOf(at)]);
  return ordered.every((vector) => vector !== undefined) ? ordered : vectors;
};

/** Remembers whether the provider works. */
const createHealth = (now: () => number) => {
  let failure: { readonly since: number; readonly why: string } | undefined;
  return {
    failing: () => failure,
    recorded: async (work: Promise<Vectors>, signal: AbortSignal): Promise<Vectors> => {
      try {
        const vectors = await work;
        failure = undefined;
        return vectors;
      } catch (error) {
        const failed = isBrokenCircuitError(error) ? paused(error) : error;
        // If the caller has aborted, the provider did not fail.
        if (!signal.aborted)
          failure = { since: failure?.since ?? now(), why: failed instanceof Error ? failed.message : String(failed) };
        throw failed;
      }
    },
  };
};

/** Opens a model for embeddings. After several failures in a row its provider is not called for a while. */
export const createEmbeddings = async (
  { entry, connection }: ConfiguredModel,
  now: () => number = Date.now,
): Promise<EmbeddingsPort> => {
  const model = await openModel(connection);
  const breaker = createBreaker();
  const batchSize = Math.min(maxBatch, (await model.maxEmbeddingsPerCall) ?? maxBatch);
  const parallel = (await model.supportsParallelCalls) ? atOnce : 1;
  const { failing, recorded } = createHealth(now);

  const request = async (values: string[], signal: AbortSignal, { onTokens }: EmbedOptions): Promise<Vectors> => {
    try {
      const { embeddings, usage, response } = await model.doEmbed({ values, abortSignal: signal });
      if (usage && usage.tokens > 0) onTokens?.(usage.tokens);
      return checked(inOrder(embeddings, response?.body), values.length);
    } catch (error) {
      throw error instanceof ModelFailure ? error : sdkFailure(error, connection.apiKey);
    }
  };

  /** Retries while the provider is busy or unreachable, if no user waits for the vectors. */
  const withRetries = async (values: string[], signal: AbortSignal, options: EmbedOptions): Promise<Vectors> => {
    for (let attempt = 0; ; attempt += 1)
      try {
        return await breaker.execute(() => request(values, signal, options));
      } catch (error) {
        const { passing, wait = backoff.first * 2 ** attempt } = error instanceof ModelFailure ? error : {};
        if (!options.patient || !passing || attempt === backoff.retries || wait > backoff.max) throw error;
        await pause(wait, undefined, { signal });
      }
  };

  return {
    id: `${connection.provider} ${connection.name}`,
    model: entry.id,
    failing,
    async embed(texts, signal, options = {}) {
      const batches = Array.from({ length: Math.ceil(texts.length / batchSize) }, (_, at) =>
        texts.slice(at * batchSize, (at + 1) * batchSize),
      );
      const all = async (): Promise<Vectors> => {
        const vectors: Vectors[] = [];
        for (let start = 0; start < batches.length; start += parallel) {
          const together = batches.slice(start, start + parallel);
          vectors.push(...(await Promise.all(together.map((values) => withRetries(values, signal, options)))));
        }
        return checked(vectors.flat(), texts.length);
      };
      return texts.length === 0 ? [] : recorded(all(), signal);
    },
  };
};
