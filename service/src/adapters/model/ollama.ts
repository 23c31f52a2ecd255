const home = 'http://127.0.0.1:11434';

interface Tags {
  readonly models?: readonly { readonly name?: string; readonly details?: { readonly family?: string } }[];
}

/** Models that only turn text into vectors cannot answer. */
const answers = (name: string, family = ''): boolean => !/embed|minilm|bge-/i.test(name) && !/bert/i.test(family);

/** The models of an Ollama on this machine that can answer; empty where none answers within `wait` milliseconds. */
export const findOllama = async (address = home, wait = 300): Promise<{ baseUrl: string; models: string[] }> => {
  const nothing = { baseUrl: `${address}/v1`, models: [] };
  try {
    const response = await fetch(`${address}/api/tags`, { signal: AbortSignal.timeout(wait) });
    if (!response.ok) return nothing;
    const { models = [] } = (await response.json()) as Tags;
    return {
      ...nothing,
      models: models.flatMap(({ name, details }) => (name && answers(name, details?.family) ? [name] : [])),
    };
  } catch {
    return nothing;
  }
};
