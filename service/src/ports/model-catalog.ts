import type { ModelPort } from './model.ts';
import type { TokenizerName } from './tokenizers.ts';

/** What a model may be used for. */
export const purposes = ['chat', 'secure', 'titles', 'research', 'images', 'embeddings', 'transcription'] as const;
export type Purpose = (typeof purposes)[number];

/** Who may use a model: whoever is in one of these groups. */
export interface ModelAccess {
  /** The billing interval of the plan that covers the user. */
  readonly plans?: readonly ('month' | 'year')[] | undefined;
  /** Ids of teams whose members may. */
  readonly teams?: readonly string[] | undefined;
  /** Ids of roles of teams. */
  readonly roles?: readonly string[] | undefined;
  readonly productAdmins?: boolean | undefined;
}

/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** For input that the provider reads from its cache. */
  readonly cached?: number | undefined;
  /** For input that the provider writes to its cache. */
  readonly cacheWrite?: number | undefined;
  /** US dollars for a picture. */
  readonly picture?: number | undefined;
  /** US dollars for a minute of sound. */
  readonly minute?: number | undefined;
}

/** What is known of a model, without its address and key. */
export interface ModelEntry {
  /** Chats, users and agents refer to the model by it, so it must not change. */
  readonly id: string;
  /** The name that users choose it by, such as `Fast`. */
  readonly label: string;
  readonly description?: string | undefined;
  /** The provider's name for it, which only product admins see (B6.13). */
  readonly name: string;
  readonly provider: string;
  /** Tokens of input and output together; undefined if unknown. */
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  /** How its tokens are counted; estimated if undefined. */
  readonly tokenizer?: TokenizerName | 'estimate' | undefined;
  readonly takes: readonly ('pictures' | 'documents' | 'audio')[];
  readonly thinks: boolean;
  /** The reasoning efforts that it supports, and the one that is used. */
  readonly efforts: readonly string[];
  readonly effort?: string | undefined;
  readonly tools: boolean;
  readonly streams: boolean;
  readonly price?: ModelPrice | undefined;
  /** US dollars that all users together may spend on it per month. */
  readonly budget?: number | undefined;
  readonly for: readonly Purpose[];
  /** If undefined, everybody may use it. */
  readonly access?: ModelAccess | undefined;
  /** Ids of the models that answer if this one fails, the first choice first. */
  readonly fallbacks: readonly string[];
}

/** An entry with the port that reaches its model. */
export interface CatalogModel {
  readonly entry: ModelEntry;
  readonly port: ModelPort;
}

/** All models of this installation in the operator's order. The first one that a user may use is the user's default. */
export interface ModelCatalog {
  readonly models: readonly CatalogModel[];
  find(id: string | null | undefined): CatalogModel | undefined;
  /** The entries of all models, including those that write no answers, such as models for embeddings. */
  readonly entries: readonly ModelEntry[];
  entryOf(id: string | null | undefined): ModelEntry | undefined;
}

/** Creates a catalog. `others` are models that write no answers. */
export const catalogOf = (models: readonly CatalogModel[], others: readonly ModelEntry[] = []): ModelCatalog => {
  const byId = new Map(models.map((model) => [model.entry.id, model]));
  const entries = [...models.map(({ entry }) => entry), ...others];
  const entryById = new Map(entries.map((entry) => [entry.id, entry]));
  return {
    models,
    find: (id) => (id ? byId.get(id) : undefined),
    entries,
    entryOf: (id) => (id ? entryById.get(id) : undefined),
  };
};

/** Whether a model writes answers. The others turn text into vectors or sound into text. */
export const writes = (entry: Pick<ModelEntry, 'for'>): boolean =>
  !entry.for.includes('embeddings') && !entry.for.includes('transcription');

/** An entry for a model of which only the names are known. */
export const plainEntry = (id: string, label: string, name: string, provider: string): ModelEntry => ({
  id,
  label,
  name,
  provider,
  takes: ['pictures'],
  thinks: false,
  efforts: [],
  tools: false,
  streams: true,
  for: ['chat'],
  fallbacks: [],
});
