/** What one research may take. Bytes and seconds of a single page are bounded where it is read. */
export const bounds = {
  /** Times that searches are planned and made. */
  rounds: 2,
  /** Searches of a round. */
  queries: 4,
  /** Pages that are tried, and those that are kept. */
  tries: 12,
  pages: 6,
  /** Pages that are read side by side. */
  atOnce: 2,
  /** Milliseconds for planning once, and for all searching and reading; what was found by then is used. */
  planning: 60_000,
  collecting: 90_000,
  /** Tokens of the question that searches are planned from. */
  question: 3000,
  /** Characters of the planner's words that are looked at. */
  plan: 4000,
  /** Characters of one source, and of all, that the model is given. */
  source: 9000,
  sources: 48_000,
} as const;
