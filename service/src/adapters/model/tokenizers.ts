import type { LoadTokenizer, Tokenize, TokenizerName } from '../../ports/tokenizers.ts';

interface Encoding {
  readonly countTokens: (text: string, options: { readonly disallowedSpecial: Set<string> }) => number;
}

const load: Readonly<Record<TokenizerName, () => Promise<Encoding>>> = {
  o200k: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k: () => import('gpt-tokenizer/encoding/cl100k_base'),
};

/** Characters without space or punctuation that are tokenized at once, because the time grows with their square. */
const maxRun = 200;
const longRun = new RegExp(String.raw`[^\s\p{P}]{${maxRun}}`, 'gu');

/** Loads a tokenizer of OpenAI's models. Longer runs are counted in pieces, which adds at most a token per piece. */
export const loadOpenAiTokenizer: LoadTokenizer = async (name) => {
  const { countTokens } = await load[name]();
  const asText = { disallowedSpecial: new Set<string>() };
  const tokenize: Tokenize = (text) => {
    let sum = 0;
    let from = 0;
    for (const { index, 0: run } of text.matchAll(longRun)) {
      sum += countTokens(text.slice(from, index), asText) + countTokens(run, asText);
      from = index + run.length;
    }
    return sum + countTokens(from === 0 ? text : text.slice(from), asText);
  };
  return tokenize;
};
