/** The limits of one research. Bytes and seconds of a single page are limited by the reader. */
export const bounds = {
  /** Rounds of planning and searching. */
  rounds: 2,
  /** Searches per round. */
  queries: 4,
  /** Pages that are requested, and pages that are used. */
  requests: 12,
  pages: 6,
  /** Pages that are read at the same time. */
  concurrent: 2,
  /** Milliseconds for one planning step, and for all searching and reading; what was found by then is used. */
  planning: 60_000,
  collecting: 90_000,
  /** Tokens of the question that the searches are planned from. */
  question: 3000,
  /** Characters of the planner's answer that are used. */
  plan: 4000,
  /** Characters of one source, and of all sources, that the model gets. */
  source: 9000,
  sources: 48_000,
  /** Tokens of all sources. In Latin script this is more than their characters come to. */
  sourceTokens: 24_000,
} as const;
