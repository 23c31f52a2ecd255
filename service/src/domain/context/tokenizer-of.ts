import type { ModelEntry } from '../../ports/model-catalog.ts';
import type { TokenizerName } from '../../ports/tokenizers.ts';

/** OpenAI's models from before GPT-4o. */
const older = /^(?:gpt-3\.5|gpt-4(?:$|-|_)|text-embedding)/;
const openAis = new Set(['openai', 'azure']);

/** How a model's tokens are counted: as its entry says, else by its provider and name. */
export const tokenizerOf = ({ tokenizer, provider, name }: ModelEntry): TokenizerName | 'estimate' => {
  if (tokenizer) return tokenizer;
  const model = name.split('/').at(-1)!.toLowerCase();
  if (!openAis.has(provider)) return model.startsWith('gpt-oss') ? 'o200k' : 'estimate';
  return older.test(model) ? 'cl100k' : 'o200k';
};
