const home = 'http://127.0.0.1:11434';

interface Tags {
  readonly models?: readonly { readonly name?: string; readonly details?: { readonly family?: string } }[];
}

/** Models that only turn text into vectors cannot answer. */
const answers = (name: string, family = ''): boolean => !/embed|minilm|bge-/i.test(name) && !/bert/i.test(family);

interface FoundOllama {
  readonly baseUrl: string;
  readonly models: readonly string[];
  readonly embedding: readonly string[];
}

/**
 * The models of an Ollama on this machine that can answer, and those that turn text into vectors; empty where it does not
 * answer within `wait` milliseconds.
 */
export const findOllama = async (address = home, wait = 300): Promise<FoundOllama> => {
  const nothing = { baseUrl: `${address}/v1`, models: [], embedding: [] };
  try {
    const response = await fetch(`${address}/api/tags`, { signal: AbortSignal.timeout(wait) });
    if (!response.ok) {
      // What is not read to its end holds its connection.
      await response.body?.cancel();
      return nothing;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another shape is no Ollama: the catch below answers
    const { models = [] } = (await response.json()) as Tags;
    const [able, embedding] = [true, false].map((able) =>
      models.flatMap(({ name, details }) => (name && answers(name, details?.family) === able ? [name] : [])),
    );
    return { ...nothing, models: able!, embedding: embedding! };
  } catch {
    // Most machines have none: the start says which model answers.
    return nothing;
  }
};

interface Shown {
  /** As `num_ctx 8192`, a parameter a line. */
  readonly parameters?: string;
  readonly model_info?: Readonly<Record<string, unknown>>;
}
interface Running {
  readonly models?: readonly { readonly name?: string; readonly context_length?: number }[];
}

/** The default context length of Ollama, in tokens. */
const usual = 4096;
/** The part of it that is left for the answer. */
const answer = 1 / 4;

const ask = async <T>(url: string, wait: number, body?: object): Promise<Partial<T>> => {
  try {
    const post = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const response = await fetch(url, { ...post, signal: AbortSignal.timeout(wait) });
    if (!response.ok) {
      await response.body?.cancel();
      return {};
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is looked for before it is used
    return (await response.json()) as T;
  } catch {
    // One that does not say is taken to read what every Ollama reads.
    return {};
  }
};

/**
 * Tokens that a request to this model of an Ollama may hold: what it was made or is running with, else what every Ollama
 * reads. Beyond that an Ollama drops what comes first and does not say so.
 */
export const contextOfOllama = async (model: string, address = home, wait = 1000): Promise<number> => {
  const [shown, running] = await Promise.all([
    ask<Shown>(`${address}/api/show`, wait, { model }),
    ask<Running>(`${address}/api/ps`, wait),
  ]);
  const made = /^num_ctx\s+(\d+)/m.exec(shown.parameters ?? '')?.[1];
  const now = running.models?.find(({ name }) => name === model)?.context_length;
  const most = Object.entries(shown.model_info ?? {}).find(([key]) => key.endsWith('.context_length'))?.[1];
  const read = now ?? (made === undefined ? usual : Number(made));
  return Math.floor(Math.min(read, typeof most === 'number' ? most : read) * (1 - answer));
};
