import type { ConfiguredModel, ModelConnection } from '../adapters/model/catalog/read.ts';
import { contextOfOllama, findOllama } from '../adapters/model/ollama.ts';
import type { Sleep } from '../adapters/model/with-retries.ts';
import {
  catalogOf,
  type CatalogModel,
  type ModelCatalog,
  type ModelEntry,
  plainEntry,
  purposes,
  writes,
} from '../ports/model-catalog.ts';
import type { ModelPort } from '../ports/model.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { LocalParts } from './local-parts.ts';

export interface ModelChoice {
  /** The models that the environment names. */
  readonly models: readonly ConfiguredModel[];
  readonly baseUrl?: string | undefined;
  readonly name?: string | undefined;
  /** Tokens that a request to Ollama may hold, without the answer. If undefined, Ollama is queried for it. */
  readonly contextTokens?: number | undefined;
  /** A reply fails after this many seconds without a sign of life from its model. */
  readonly silenceSeconds?: number;
  /** False if the model accepts text only. */
  readonly pictures?: boolean;
  /** False if only a configured model may answer. */
  readonly local?: boolean;
  /** False skips the search for Ollama on this machine. */
  readonly findLocal?: boolean;
  readonly ollamaAddress?: string;
}

export interface ChosenModels {
  readonly catalog: ModelCatalog;
  /** The models that turn texts into vectors. */
  readonly embeddings: readonly ConfiguredModel[];
  /** One sentence for the person who started the product. */
  readonly description: string;
  /** Resolves with a sentence for that person if the model does not work, else with undefined. */
  readonly problem?: Promise<string | undefined>;
}

const noModel =
  'No model is configured: set MODEL_BASE_URL and MODEL_NAME, or ATRIUM_LOCAL_MODEL=1 to let the demo model, or an Ollama on this machine, answer everybody.';

const openPort = async (configured: ConfiguredModel): Promise<ModelPort> => {
  const { entry, connection, contextTokens } = configured;
  const { provider, baseUrl = '', name: model, apiKey } = connection;
  if (provider !== 'openai-compatible') {
    const { createSdkModel } = await import('../adapters/model/sdk/sdk-model.ts');
    return createSdkModel({ ...configured, connection: { ...connection, provider } });
  }
  const { createOpenAiCompatible } = await import('../adapters/model/openai-compatible.ts');
  const { streams, maxOutputTokens, effort, takes } = entry;
  const limits = { streams, maxOutputTokens, effort, contextTokens, pictures: takes.includes('pictures') };
  return createOpenAiCompatible({ baseUrl, model, ...limits, ...(apiKey ? { apiKey } : {}) });
};

/** Identifies a provider's account: models with the same address and key fail together. */
const accountOf = ({ provider, baseUrl, apiKey, region, resource }: ModelConnection): string =>
  JSON.stringify([provider, baseUrl, apiKey, region, resource]);

const embeds = ({ entry }: ConfiguredModel): boolean => entry.for.includes('embeddings');
const answers = ({ entry }: ConfiguredModel): boolean => writes(entry);

/**
 * The parts of the limit of silence after which a model is replaced if another one can answer, for an answer in a stream
 * and for one in one piece, which begins when it is complete.
 */
const partsOfSilence = { stream: 1 / 3, whole: 3 / 4 } as const;

interface OpenOptions {
  /** Seconds without a sign of life after which a reply fails; by default without limit. */
  readonly silenceSeconds?: number | undefined;
  /** Waits before retries. */
  readonly sleep?: Sleep;
}

/**
 * Opens the models that write answers, each with retries and a limit of silence. Models of one account share a circuit
 * breaker.
 */
export const openModels = async (
  all: readonly ConfiguredModel[],
  { silenceSeconds, sleep }: OpenOptions = {},
): Promise<readonly CatalogModel[]> => {
  const configured = all.filter(answers);
  if (configured.length === 0) return [];
  const { withRetries } = await import('../adapters/model/with-retries.ts');
  const { createBreaker, withBreaker } = await import('../adapters/model/with-breaker.ts');
  const { withSilenceLimit } = await import('../adapters/model/with-silence-limit.ts');
  const breakers = new Map<string, ReturnType<typeof createBreaker>>();
  const limited = (port: ModelPort, { streams }: ModelEntry): ModelPort =>
    silenceSeconds === undefined
      ? port
      : withSilenceLimit(port, silenceSeconds * 1000 * partsOfSilence[streams ? 'stream' : 'whole']);
  const opened: CatalogModel[] = [];
  for (const one of configured) {
    const { entry, connection } = one;
    const account = accountOf(connection);
    const breaker = breakers.get(account) ?? createBreaker();
    breakers.set(account, breaker);
    opened.push({ entry, port: withRetries(withBreaker(limited(await openPort(one), entry), breaker), sleep) });
  }
  return opened;
};

/**
 * A catalog whose chats use a model that nobody configured. The demo model also serves each purpose without another
 * model.
 */
export const withSoleModel = (id: string, port: ModelPort, others: readonly CatalogModel[]): ModelCatalog => {
  const free = purposes.filter(
    (purpose) => writes({ for: [purpose] }) && !others.some(({ entry }) => entry.for.includes(purpose)),
  );
  const entry = { ...plainEntry(id, port.label, port.label, id), ...(port.demo ? { for: free } : {}) };
  return catalogOf([{ entry, port }, ...others]);
};

const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-');

const ollamaModels = async ({ ollamaAddress, ...choice }: ModelChoice): Promise<readonly ConfiguredModel[]> => {
  const { baseUrl, models, embedding } = await findOllama(ollamaAddress);
  const embedder = embedding.slice(0, 1).map((name): ConfiguredModel => ({
    entry: { ...plainEntry(`ollama-${slug(name)}`, name, name, 'openai-compatible'), for: ['embeddings'] },
    connection: { provider: 'openai-compatible', name, baseUrl },
  }));
  const writers = await Promise.all(
    models.map(async (name): Promise<ConfiguredModel> => {
      const contextTokens = choice.contextTokens ?? (await contextOfOllama(name, ollamaAddress));
      const entry = plainEntry(`ollama-${slug(name)}`, name, name, 'openai-compatible');
      return {
        entry: choice.pictures === false ? { ...entry, takes: [] } : entry,
        connection: { provider: 'openai-compatible', name, baseUrl },
        contextTokens,
      };
    }),
  );
  return [...writers, ...embedder];
};

const describe = (models: readonly ConfiguredModel[]): string =>
  models
    .filter(({ entry }) => entry.for.includes('chat'))
    .map(({ connection: { name, baseUrl, provider } }) => `${name} at ${baseUrl ? new URL(baseUrl).host : provider}`)
    .join(', ');

const sole = async (configured: ConfiguredModel): Promise<string | undefined> => {
  const { baseUrl = '', name, apiKey } = configured.connection;
  const { checkEndpoint } = await import('../adapters/model/check-endpoint.ts');
  return checkEndpoint({ baseUrl, model: name, apiKey });
};

/**
 * Chooses the models: those that the environment names and those of Ollama on this machine, else the demo model.
 * Throws an error for the operator if only one of MODEL_BASE_URL and MODEL_NAME is set, or if no model is set up and
 * neither the demo model nor Ollama may answer.
 */
export const chooseModels = async (
  choice: ModelChoice,
  objects: ObjectStore,
  local: Pick<LocalParts, 'demoModel'> | undefined,
): Promise<ChosenModels> => {
  const { baseUrl, name, models, silenceSeconds } = choice;
  if (baseUrl && name) {
    if (!URL.canParse(baseUrl)) throw new Error(`MODEL_BASE_URL is not a URL: ${baseUrl}`);
    return {
      catalog: catalogOf(await openModels(models, { silenceSeconds })),
      embeddings: models.filter(embeds),
      description: describe(models),
      problem: sole(models.find(({ entry }) => entry.for.includes('chat'))!),
    };
  }
  if (baseUrl || name) throw new Error('A model needs both MODEL_BASE_URL and MODEL_NAME.');
  const catalogued = models.some(({ entry }) => entry.for.includes('chat'));
  if (!catalogued && (choice.local === false || !local)) throw new Error(noModel);
  const found = choice.local === false || choice.findLocal === false ? [] : await ollamaModels(choice);
  const named = new Set(models.map(({ entry }) => entry.id));
  const all = [...models, ...found.filter(({ entry }) => !named.has(entry.id))];
  const opened = await openModels(all, { silenceSeconds });
  const embeddings = all.filter(embeds);
  if (catalogued || found.some((one) => !embeds(one)))
    return {
      catalog: catalogOf(opened),
      embeddings,
      description: catalogued
        ? describe(all)
        : `${found
            .filter((one) => !embeds(one))
            .map(({ entry }) => entry.name)
            .join(', ')} of the Ollama on this machine`,
    };
  return {
    catalog: withSoleModel('demo', local!.demoModel(objects), opened),
    embeddings,
    description: 'the built-in demo model (set MODEL_BASE_URL and MODEL_NAME for a real one)',
  };
};
