const home = 'http://127.0.0.1:11434';

interface Tags {
  readonly models?: readonly { readonly name?: string }[];
}

/** The models of an Ollama on this machine; empty where none answers within `wait` milliseconds. */
export const findOllama = async (address = home, wait = 300): Promise<{ baseUrl: string; models: string[] }> => {
  const nothing = { baseUrl: `${address}/v1`, models: [] };
  try {
    const response = await fetch(`${address}/api/tags`, { signal: AbortSignal.timeout(wait) });
    if (!response.ok) return nothing;
    const { models = [] } = (await response.json()) as Tags;
    return { ...nothing, models: models.flatMap(({ name }) => (name ? [name] : [])) };
  } catch {
    return nothing;
  }
};
