import type { ModelPort } from './model.ts';
import type { TokenizerName } from './tokenizers.ts';

/** What a model may be asked for. */
export const purposes = ['chat', 'secure', 'titles', 'research', 'images', 'embeddings', 'transcription'] as const;
export type Purpose = (typeof purposes)[number];

/** Who may use a model: whoever is in one of these groups. */
export interface ModelAccess {
  /** The interval of the plan that pays for the person. */
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
  /** Of input that the provider has in its cache. */
  readonly cached?: number | undefined;
  /** Of input that the provider stores in its cache. */
  readonly cacheWrite?: number | undefined;
  /** US dollars for a picture. */
  readonly picture?: number | undefined;
  /** US dollars for a minute of sound. */
  readonly minute?: number | undefined;
}

/** What is known of a model, without its address and key. */
export interface ModelEntry {
  /** What chats, people and agents name it by. It never changes while they do. */
  readonly id: string;
  /** What people choose it by, as `Fast`. */
  readonly label: string;
  readonly description?: string | undefined;
  /** The provider's name of it: product admins alone see it (B6.13). */
  readonly name: string;
  readonly provider: string;
  /** Tokens that the model reads and writes together; none: unknown. */
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  /** How its tokens are counted; none: estimated. */
  readonly tokenizer?: TokenizerName | 'estimate' | undefined;
  readonly takes: readonly ('pictures' | 'documents' | 'audio')[];
  readonly thinks: boolean;
  /** How hard it can be told to think, and how hard it is told to. */
  readonly efforts: readonly string[];
  readonly effort?: string | undefined;
  readonly tools: boolean;
  readonly streams: boolean;
  readonly price?: ModelPrice | undefined;
  /** US dollars that all people together may spend on it in a month. */
  readonly budget?: number | undefined;
  readonly for: readonly Purpose[];
  /** None: everybody. */
  readonly access?: ModelAccess | undefined;
  /** Ids of models that answer where this one does not, the first choice first. */
  readonly fallbacks: readonly string[];
}

/** An entry with the way to its model. */
export interface CatalogModel {
  readonly entry: ModelEntry;
  readonly port: ModelPort;
}

/** All models of this installation in the operator's order; the first that a person may use is theirs. */
export interface ModelCatalog {
  readonly models: readonly CatalogModel[];
  find(id: string | null | undefined): CatalogModel | undefined;
  /** What is known of all models, also of those that write nothing, as for embeddings. */
  readonly entries: readonly ModelEntry[];
  entryOf(id: string | null | undefined): ModelEntry | undefined;
}

/** `others` are models that write nothing. */
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

/** Whether a model writes answers; the others turn texts into vectors, or sound into texts. */
export const writes = (entry: Pick<ModelEntry, 'for'>): boolean =>
  !entry.for.includes('embeddings') && !entry.for.includes('transcription');

/** An entry of which nothing is known but its names. */
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
