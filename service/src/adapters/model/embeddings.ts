import { setTimeout as pause } from 'node:timers/promises';
import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { isBrokenCircuitError } from 'cockatiel';
import type { EmbeddingsPort, EmbedOptions } from '../../ports/embeddings.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import type { ConfiguredModel, ModelConnection } from './catalog/read.ts';
import { sdkFailure } from './sdk/failure.ts';
import { createBreaker } from './with-breaker.ts';

interface Settings {
  readonly baseURL?: string;
  readonly apiKey?: string;
}

const noEmbeddings = (provider: string): never => {
  throw new Error(`${provider} has no embeddings.`);
};

/** Each package is loaded only where a model of it is configured. */
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

/** Texts of one request, and requests at once, where the provider takes as many. */
const batchMost = 64;
const atOnce = 4;
/** Milliseconds until one that is busy is asked again, unless it says how long, each time twice as long; how often; at most. */
const waits = { first: 1000, times: 3, most: 60_000 } as const;

const broken = (cause: unknown) =>
  new ModelFailure('unreachable', 'Its provider failed several times in a row and is left alone for a while.', {
    cause,
  });

type Vectors = readonly (readonly number[])[];

/** What came back as it has to be: as many vectors, of numbers, of one length. */
const checked = (vectors: Vectors, asked: number): Vectors => {
  const length = vectors[0]?.length ?? 0;
  const whole = vectors.every((vector) => vector.length === length && vector.every(Number.isFinite));
  if (vectors.length !== asked || length === 0 || !whole)
    throw new ModelFailure('unreachable', 'It answered with other vectors than it was asked for.');
  return vectors;
};

/** In the order of the texts, which answers of OpenAI's protocol name by an index: some servers answer as they get ready. */
const inOrder = (vectors: Vectors, body: unknown): Vectors => {
  const { data }: { readonly data?: unknown } = Object(body);
  if (!Array.isArray(data) || data.length !== vectors.length) return vectors;
  const positions = data.map((one: unknown) => Number(Object(one)['index']));
  const ordered = positions.map((_, at) => vectors[positions.indexOf(at)]);
  return ordered.every((vector) => vector !== undefined) ? ordered : vectors;
};

/** Embeddings of a model of the catalog; a provider that fails several times in a row is left alone for a while. */
export const createEmbeddings = async (
  { entry, connection }: ConfiguredModel,
  now: () => number = Date.now,
): Promise<EmbeddingsPort> => {
  const model = await openModel(connection);
  const breaker = createBreaker();
  const most = Math.min(batchMost, (await model.maxEmbeddingsPerCall) ?? batchMost);
  const side = (await model.supportsParallelCalls) ? atOnce : 1;
  let failure: { readonly since: number; readonly why: string } | undefined;

  const ask = async (values: string[], signal: AbortSignal, { onTokens }: EmbedOptions): Promise<Vectors> => {
    try {
      const { embeddings, usage, response } = await model.doEmbed({ values, abortSignal: signal });
      if (usage && usage.tokens > 0) onTokens?.(usage.tokens);
      return checked(inOrder(embeddings, response?.body), values.length);
    } catch (error) {
      throw error instanceof ModelFailure ? error : sdkFailure(error, connection.apiKey);
    }
  };

  /** The same, asked again where it is busy or away and nobody waits. */
  const persist = async (values: string[], signal: AbortSignal, options: EmbedOptions): Promise<Vectors> => {
    for (let again = 0; ; again += 1)
      try {
        return await breaker.execute(() => ask(values, signal, options));
      } catch (error) {
        const { passing, wait = waits.first * 2 ** again } = error instanceof ModelFailure ? error : {};
        if (!options.patient || !passing || again === waits.times || wait > waits.most) throw error;
        await pause(wait, undefined, { signal });
      }
  };

  const noted = async (work: Promise<Vectors>, signal: AbortSignal): Promise<Vectors> => {
    try {
      const vectors = await work;
      failure = undefined;
      return vectors;
    } catch (error) {
      const failed = isBrokenCircuitError(error) ? broken(error) : error;
      // Who asked did not want to wait: that says nothing of the provider.
      if (!signal.aborted)
        failure = { since: failure?.since ?? now(), why: failed instanceof Error ? failed.message : String(failed) };
      throw failed;
    }
  };

  return {
    id: `${connection.provider} ${connection.name}`,
    model: entry.id,
    failing: () => failure,
    async embed(texts, signal, options = {}) {
      const batches = Array.from({ length: Math.ceil(texts.length / most) }, (_, at) =>
        texts.slice(at * most, (at + 1) * most),
      );
      const all = async (): Promise<Vectors> => {
        const vectors: Vectors[] = [];
        for (let start = 0; start < batches.length; start += side) {
          const together = batches.slice(start, start + side);
          vectors.push(...(await Promise.all(together.map((values) => persist(values, signal, options)))));
        }
        return checked(vectors.flat(), texts.length);
      };
      return texts.length === 0 ? [] : noted(all(), signal);
    },
  };
};
