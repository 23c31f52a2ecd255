/** Characters of a statement, and statements from one answer. */
const maxLength = 500;
const maxStatements = 5;

/** The prompt that goes with `memoryInstructions`. */
export const memoryQuestion = (prompt: string, known: readonly string[]): string =>
  `Known already: ${JSON.stringify(known)}\n\nMessage of the person:\n${prompt}`;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1)) as unknown;
  } catch {
    // An answer in another format cannot be told apart from chatter, so it counts as no statements.
    return [];
  }
};

/** The statements in a model's answer to `memoryInstructions`; empty if the answer has another format. */
export const statementsFrom = (answer: string): string[] => {
  const list = parsed(answer);
  if (!Array.isArray(list)) return [];
  return list
    .flatMap((one) => (typeof one === 'string' ? one.replaceAll(/\s+/g, ' ').trim() : []))
    .filter((one) => one !== '' && one.length <= maxLength)
    .slice(0, maxStatements);
};
