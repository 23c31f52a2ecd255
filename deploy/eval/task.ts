export const kinds = {
  chat: 'deep in a long chat',
  file: 'in a file of 300 pages',
  files: 'in the third of ten files',
  instruction: 'told 40 turns ago',
  changed: 'a fact that changed',
  chinese: 'in Chinese',
  arabic: 'in Arabic',
  citation: 'to cite, with its page',
} as const;
export type Kind = keyof typeof kinds;

/** A question, and what a source says that an answer needs. */
export interface Task {
  readonly kind: Kind;
  /** What the source says. */
  readonly says: string;
  /** What it said before: no longer true. */
  readonly before?: string;
  /** What it says of others in like words. */
  readonly alike: readonly string[];
  readonly question: string;
  /** The question has none of the words of what the source says. */
  readonly paraphrased?: true;
  /** The part of `says` without which nobody can answer. It stands nowhere else. */
  readonly needs: string;
}

/** What prose is made of: sentences with names of slots in braces, and what stands in these. */
export interface Vocabulary {
  readonly sentences: readonly string[];
  /** What people ask in a chat. */
  readonly prompts?: readonly string[];
  readonly slots: Readonly<Record<string, readonly string[]>>;
  /** Stands between two sentences. */
  readonly space?: string;
}
