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

/** A question, and the part of a source that its answer needs. */
export interface Task {
  readonly kind: Kind;
  /** What the source says. */
  readonly says: string;
  /** What it said before, which is no longer true. */
  readonly before?: string;
  /** Similar sentences about something else. */
  readonly alike: readonly string[];
  readonly question: string;
  /** The question shares no words with what the source says. */
  readonly paraphrased?: true;
  /** The part of `says` that the answer needs, which occurs nowhere else. */
  readonly needs: string;
}

/** What prose is generated from: sentences with slots in braces, and the values for the slots. */
export interface Vocabulary {
  readonly sentences: readonly string[];
  /** What users ask in a chat. */
  readonly prompts?: readonly string[];
  readonly slots: Readonly<Record<string, readonly string[]>>;
  /** Separator between two sentences. */
  readonly space?: string;
}
