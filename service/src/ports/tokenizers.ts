/** Public tokenizers. */
export const tokenizerNames = ['o200k', 'cl100k'] as const;
export type TokenizerName = (typeof tokenizerNames)[number];

/** Counts the tokens of a text. What looks like a control token is counted as plain text. */
export type Tokenize = (text: string) => number;

/** Loads a tokenizer. It is loaded once, because its table takes some megabytes. */
export type LoadTokenizer = (name: TokenizerName) => Promise<Tokenize>;
