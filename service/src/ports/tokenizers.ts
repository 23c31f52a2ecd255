/** Tokenizers that are public. */
export const tokenizerNames = ['o200k', 'cl100k'] as const;
export type TokenizerName = (typeof tokenizerNames)[number];

/** The tokens of a text, as the tokenizer makes them. A text is only ever text: what looks like a control token is none. */
export type Tokenize = (text: string) => number;

/** Loads a tokenizer, once: its table takes some megabytes. */
export type LoadTokenizer = (name: TokenizerName) => Promise<Tokenize>;
