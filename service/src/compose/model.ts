import type { ObjectStore } from '../ports/objects.ts';
import { contextOfOllama, findOllama } from '../adapters/model/ollama.ts';
import type { LocalParts } from './local-parts.ts';
import type { ModelPort } from '../ports/model.ts';

export interface ModelChoice {
  readonly baseUrl?: string | undefined;
  readonly name?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Tokens that a request may hold, without the answer; none: not known. */
  readonly contextTokens?: number | undefined;
  /** False where the model takes words only. */
  readonly pictures?: boolean;
  /** False where only a model that is named may answer. */
  readonly local?: boolean;
  /** False leaves out the look for an Ollama on this machine. */
  readonly findLocal?: boolean;
  readonly ollamaAddress?: string;
}

export interface ChosenModel {
  readonly model: ModelPort;
  /** One sentence for the person who started the product. */
  readonly description: string;
  /** What is wrong with it, for that person, once that is known; none where nothing is. */
  readonly problem?: Promise<string | undefined>;
}

const noModel =
  'No model is set up: give MODEL_BASE_URL and MODEL_NAME, or ATRIUM_LOCAL_MODEL=1 to let the demo model, or an Ollama on this machine, answer everybody.';

const openAi = async (baseUrl: string, model: string, choice: ModelChoice): Promise<ModelPort> => {
  const { apiKey, contextTokens, pictures = true } = choice;
  const { createOpenAiCompatible } = await import('../adapters/model/openai-compatible.ts');
  const { withRetries } = await import('../adapters/model/with-retries.ts');
  return withRetries(
    createOpenAiCompatible({ baseUrl, model, pictures, contextTokens, ...(apiKey ? { apiKey } : {}) }),
  );
};

/**
 * The model in use: the endpoint that the configuration names, else an Ollama on this machine that has a model, else
 * the demo model. Throws a sentence for the operator where only one of MODEL_BASE_URL and MODEL_NAME is set, or none
 * where others than this machine's people would take what merely stands in for an assistant.
 */
export const chooseModel = async (
  choice: ModelChoice,
  objects: ObjectStore,
  local: Pick<LocalParts, 'demoModel'> | undefined,
): Promise<ChosenModel> => {
  const { baseUrl, name } = choice;
  if (baseUrl && name) {
    if (!URL.canParse(baseUrl)) throw new Error(`MODEL_BASE_URL is not a URL: ${baseUrl}`);
    const { checkEndpoint } = await import('../adapters/model/check-endpoint.ts');
    return {
      model: await openAi(baseUrl, name, choice),
      description: `${name} at ${new URL(baseUrl).host}`,
      problem: checkEndpoint({ baseUrl, model: name, apiKey: choice.apiKey }),
    };
  }
  if (baseUrl || name) throw new Error('A model needs both MODEL_BASE_URL and MODEL_NAME.');
  if (choice.local === false || !local) throw new Error(noModel);
  if (choice.findLocal !== false) {
    const ollama = await findOllama(choice.ollamaAddress);
    const [first] = ollama.models;
    if (first) {
      const contextTokens = choice.contextTokens ?? (await contextOfOllama(first, choice.ollamaAddress));
      return {
        model: await openAi(ollama.baseUrl, first, { ...choice, contextTokens, apiKey: undefined }),
        description: `${first} of the Ollama on this machine`,
      };
    }
  }
  return {
    model: local.demoModel(objects),
    description: 'the built-in demo model (set MODEL_BASE_URL and MODEL_NAME for a real one)',
  };
};
