const defaultAddress = 'http://127.0.0.1:11434';

interface Tags {
  readonly models?: readonly { readonly name?: string; readonly details?: { readonly family?: string } }[];
}

/** Whether a model answers, by its name and family. Models for embeddings do not. */
const answers = (name: string, family = ''): boolean => !/embed|minilm|bge-/i.test(name) && !/bert/i.test(family);

interface FoundOllama {
  readonly baseUrl: string;
  readonly models: readonly string[];
  readonly embedding: readonly string[];
}

/**
 * The models of Ollama on this machine that answer, and those for embeddings. Both are empty if Ollama does not respond
 * within `wait` milliseconds.
 */
export const findOllama = async (address = defaultAddress, wait = 300): Promise<FoundOllama> => {
  const nothing = { baseUrl: `${address}/v1`, models: [], embedding: [] };
  try {
    const response = await fetch(`${address}/api/tags`, { signal: AbortSignal.timeout(wait) });
    if (!response.ok) {
      // An unread body would occupy the connection.
      await response.body?.cancel();
      return nothing;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another shape is not Ollama and ends in the catch below
    const { models = [] } = (await response.json()) as Tags;
    const [able, embedding] = [true, false].map((able) =>
      models.flatMap(({ name, details }) => (name && answers(name, details?.family) === able ? [name] : [])),
    );
    return { ...nothing, models: able!, embedding: embedding! };
  } catch {
    // Most machines do not run Ollama. The log of the start says which model answers.
    return nothing;
  }
};

interface Shown {
  /** One parameter per line, such as `num_ctx 8192`. */
  readonly parameters?: string;
  readonly model_info?: Readonly<Record<string, unknown>>;
}
interface Running {
  readonly models?: readonly { readonly name?: string; readonly context_length?: number }[];
}

/** The default context length of Ollama, in tokens. */
const defaultContext = 4096;
/** The share of the context that is reserved for the answer. */
const answer = 1 / 4;

const query = async <T>(url: string, wait: number, body?: object): Promise<Partial<T>> => {
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
    // Without an answer, the caller assumes Ollama's default context length.
    return {};
  }
};

/**
 * Tokens that a request to this model of Ollama may hold: by the context length that it runs with or is configured
 * with, else by Ollama's default. Ollama silently drops the beginning of a longer request.
 */
export const contextOfOllama = async (model: string, address = defaultAddress, wait = 1000): Promise<number> => {
  const [shown, running] = await Promise.all([
    query<Shown>(`${address}/api/show`, wait, { model }),
    query<Running>(`${address}/api/ps`, wait),
  ]);
  const configured = /^num_ctx\s+(\d+)/m.exec(shown.parameters ?? '')?.[1];
  const current = running.models?.find(({ name }) => name === model)?.context_length;
  const maximum = Object.entries(shown.model_info ?? {}).find(([key]) => key.endsWith('.context_length'))?.[1];
  const length = current ?? (configured === undefined ? defaultContext : Number(configured));
  return Math.floor(Math.min(length, typeof maximum === 'number' ? maximum : length) * (1 - answer));
};
