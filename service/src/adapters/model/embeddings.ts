import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { isBrokenCircuitError } from 'cockatiel';
import type { EmbeddingsPort } from '../../ports/embeddings.ts';
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

/** Texts of one request, where the provider takes as many. */
const batchMost = 64;

const broken = (cause: unknown) =>
  new ModelFailure('unreachable', 'Its provider failed several times in a row and is left alone for a while.', {
    cause,
  });

/** What came back as it has to be: as many vectors, of numbers, of one length. */
const checked = (vectors: readonly (readonly number[])[], asked: number): readonly (readonly number[])[] => {
  const length = vectors[0]?.length ?? 0;
  const whole = vectors.every((vector) => vector.length === length && vector.every(Number.isFinite));
  if (vectors.length !== asked || length === 0 || !whole)
    throw new ModelFailure('unreachable', 'It answered with other vectors than it was asked for.');
  return vectors;
};

/** Embeddings of a model of the catalog; a provider that fails several times in a row is left alone for a while. */
export const createEmbeddings = async (
  { entry, connection }: ConfiguredModel,
  now: () => number = Date.now,
): Promise<EmbeddingsPort> => {
  const model = await openModel(connection);
  const breaker = createBreaker();
  const most = Math.min(batchMost, (await model.maxEmbeddingsPerCall) ?? batchMost);
  let failure: { readonly since: number; readonly why: string } | undefined;

  const batch = async (values: string[], signal: AbortSignal, onTokens?: (tokens: number) => void) => {
    try {
      const vectors = await breaker.execute(async () => {
        try {
          const { embeddings, usage } = await model.doEmbed({ values, abortSignal: signal });
          if (usage && usage.tokens > 0) onTokens?.(usage.tokens);
          return checked(embeddings, values.length);
        } catch (error) {
          throw error instanceof ModelFailure ? error : sdkFailure(error, connection.apiKey);
        }
      });
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
    async embed(texts, signal, onTokens) {
      const vectors: (readonly number[])[] = [];
      for (let start = 0; start < texts.length; start += most)
        vectors.push(...(await batch(texts.slice(start, start + most), signal, onTokens)));
      return vectors;
    },
  };
};
