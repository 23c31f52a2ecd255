import { readFileSync } from 'node:fs';
import { plainEntry, type ModelEntry } from '../../../ports/model-catalog.ts';
import { type Entry, entryShape, type Provider, wrongIn } from './entry.ts';

/** How a model is reached. */
export interface ModelConnection {
  readonly provider: Provider;
  readonly name: string;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly region?: string | undefined;
  readonly resource?: string | undefined;
}

export interface ConfiguredModel {
  readonly entry: ModelEntry;
  readonly connection: ModelConnection;
  /** Tokens that a request may hold, without the answer; undefined if unknown. */
  readonly contextTokens?: number | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const unusable = (what: string, cause?: unknown): Error =>
  new Error(`The environment is not usable: ATRIUM_MODELS (${what}).`, { cause });

const parsed = (text: string, where: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message is left out, because it quotes the value.
    throw unusable(`${where} is not valid JSON`);
  }
};

/** The list in the variable, or in the file that it names. JSON begins with a bracket or a brace. */
const listOf = (given: string): readonly unknown[] => {
  const inline = /^\s*[[{]/.test(given);
  let text = given;
  if (!inline)
    try {
      text = readFileSync(given, 'utf8');
    } catch (error) {
      throw unusable(`${given} can’t be read`, error);
    }
  const list = parsed(text, inline ? 'its value' : given);
  if (!Array.isArray(list) || list.length === 0) throw unusable('must be a list of at least one model');
  return list;
};

const keyOf = ({ key }: Entry, env: Environment): string | undefined => {
  if (!key) return undefined;
  if ('env' in key) {
    const value = env[key.env]?.trim();
    if (!value) throw new Error(`key (the variable ${key.env} is not set)`);
    return value;
  }
  let value = '';
  try {
    value = readFileSync(key.file, 'utf8').trim();
  } catch (error) {
    throw new Error(`key (the file ${key.file} can’t be read)`, { cause: error });
  }
  if (value === '') throw new Error(`key (the file ${key.file} is empty)`);
  return value;
};

/** The share of the context window that is reserved for the answer if `maxOutputTokens` is not set. */
const answerPart = 1 / 4;

/** The tokens of the context window that are reserved for the answer; undefined if the window is unknown. */
export const answerTokens = ({ contextWindow, maxOutputTokens }: ModelEntry): number | undefined =>
  contextWindow && (maxOutputTokens ?? Math.floor(contextWindow * answerPart));

/** Tokens for the request. Providers refuse one that leaves no room for the longest answer in the context window. */
const requestTokens = (entry: Entry): number | undefined =>
  entry.contextWindow && entry.contextWindow - answerTokens(entry)!;

const opened = (entry: Entry, env: Environment): ConfiguredModel => {
  const { key: _, baseUrl, region, resource, ...facts } = entry;
  const connection = {
    provider: entry.provider,
    name: entry.name,
    baseUrl,
    apiKey: keyOf(entry, env),
    region,
    resource,
  };
  return { entry: facts, connection, contextTokens: requestTokens(entry) };
};

const read = (given: unknown, index: number): Entry => {
  const { data, error } = entryShape.safeParse(given);
  if (data) return data;
  const id: unknown = Object(given)['id'];
  const named = typeof id === 'string' ? `“${id.slice(0, 64)}”` : `number ${index + 1}`;
  const wrong = error.issues.map(({ path, message }) => `${path.join('.') || 'entry'} (${message})`);
  throw unusable(`model ${named}: ${wrong.join(', ')}`);
};

/**
 * Reads the models in `ATRIUM_MODELS`: JSON, or the path of a file with JSON. Throws an error that names the entry and
 * what is wrong with it, and that never contains a key.
 */
export const readCatalog = (given: string | undefined, env: Environment): readonly ConfiguredModel[] => {
  if (given === undefined) return [];
  const entries = listOf(given).map(read);
  const ids = new Set<string>();
  for (const { id } of entries) {
    if (ids.has(id)) throw unusable(`model “${id}”: id (used by two models)`);
    ids.add(id);
  }
  const models = entries.map((entry) => {
    const wrong = wrongIn(entry, ids);
    if (wrong) throw unusable(`model “${entry.id}”: ${wrong}`);
    try {
      return opened(entry, env);
    } catch (error) {
      throw unusable(`model “${entry.id}”: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  for (const purpose of ['images', 'transcription'] as const) {
    const [, second] = models.filter(({ entry }) => entry.for.includes(purpose));
    if (second) throw unusable(`model “${second.entry.id}”: for (two models are configured for ${purpose})`);
  }
  // Without such a model, some users could not chat at all.
  if (!models.some(({ entry }) => entry.for.includes('chat') && !entry.access))
    throw unusable('no model is available to everybody for chats: one needs "for" with "chat" and no "access"');
  return models;
};

interface Shorthand {
  readonly id: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  readonly contextTokens?: number | undefined;
  readonly pictures?: boolean;
  readonly for: ModelEntry['for'];
}

/** A model whose endpoint has variables of its own. Users see it as “Assistant”. */
export const shorthand = ({ id, baseUrl, model, apiKey, contextTokens, pictures = true, for: uses }: Shorthand) => ({
  entry: {
    ...plainEntry(id, 'Assistant', model, 'openai-compatible'),
    takes: pictures ? (['pictures'] as const) : [],
    for: uses,
  },
  connection: { provider: 'openai-compatible' as const, name: model, baseUrl, apiKey },
  contextTokens,
});
