import type { ConfiguredModel } from '../adapters/model/catalog/read.ts';
import { createEmbeddings } from '../adapters/model/embeddings.ts';
import type { CatalogModel } from '../ports/model-catalog.ts';
import type { ModelRequest } from '../ports/model.ts';

export interface CheckedModel {
  readonly id: string;
  readonly name: string;
  /** Why it does not answer; none: it does. */
  readonly failure?: string;
  /** Milliseconds until its first word or thought. */
  readonly firstWord?: number;
  /** Tokens a second from then on; none: too short to tell. */
  readonly speed?: number;
  /** Of a model for embeddings: numbers of a vector. */
  readonly dimensions?: number;
  /** The provider does not count tokens: they are estimated. */
  readonly estimated?: boolean;
}

const question: ModelRequest = {
  system: 'You are being checked. Answer in plain words.',
  turns: [],
  prompt: 'Count from one to sixty in words.',
  owner: '0'.repeat(24),
  // Asked again at once at most: who checks does not want to wait.
  replaceable: true,
};
const longest = 60_000;
const second = 1000;

/** Asks a model one question, and measures. */
export const checkModel = async (
  { entry: { id, name }, port }: CatalogModel,
  now = () => performance.now(),
): Promise<CheckedModel> => {
  const begun = now();
  let first: number | undefined;
  let said = '';
  let output: number | undefined;
  try {
    const signal = AbortSignal.timeout(longest);
    for await (const event of port.reply(question, signal)) {
      if (event.type === 'text' || event.type === 'thinking') first ??= now();
      if (event.type === 'text' || event.type === 'thinking') said += event.text;
      if (event.type === 'usage') output = event.usage.output;
    }
    if (first === undefined)
      return { id, name, failure: signal.aborted ? 'It did not answer in a minute.' : 'It said nothing.' };
  } catch (error) {
    return { id, name, failure: error instanceof Error ? error.message : String(error) };
  }
  const tokens = output ?? Math.ceil(said.length / 4);
  const seconds = (now() - first) / second;
  const speed = seconds > 0.05 ? { speed: tokens / seconds } : {};
  return { id, name, firstWord: first - begun, ...speed, ...(output === undefined ? { estimated: true } : {}) };
};

/** Asks a model for embeddings for one vector, and measures. */
export const checkEmbeddings = async (model: ConfiguredModel, now = () => performance.now()): Promise<CheckedModel> => {
  const { id, name } = model.entry;
  try {
    const embedder = await createEmbeddings(model);
    const begun = now();
    const [vector = []] = await embedder.embed(['Where is the harbor?'], AbortSignal.timeout(longest));
    return { id, name, firstWord: now() - begun, dimensions: vector.length };
  } catch (error) {
    return { id, name, failure: error instanceof Error ? error.message : String(error) };
  }
};

/** A line of a table for each model; the first column is as wide as the longest id. */
export const tableOf = (checked: readonly CheckedModel[]): string => {
  const width = Math.max(...checked.map(({ id }) => id.length));
  return checked
    .map(({ id, name, failure, firstWord = 0, speed, estimated, dimensions }) => {
      if (failure !== undefined) return `✗ ${id.padEnd(width)}  ${name}: ${failure}`;
      if (dimensions !== undefined)
        return `✓ ${id.padEnd(width)}  ${name}: vectors of ${dimensions} numbers after ${Math.round(firstWord)} ms`;
      const pace = speed === undefined ? '' : `, ${estimated ? 'about ' : ''}${Math.round(speed)} tokens a second`;
      return `✓ ${id.padEnd(width)}  ${name}: first word after ${Math.round(firstWord)} ms${pace}`;
    })
    .join('\n');
};
