/** Characters of a statement, and statements from one answer. */
const maxLength = 500;
const maxStatements = 5;

export const memoryInstructions =
  'You keep what an assistant should remember of a person across conversations. Read the message of the person. List only ' +
  'lasting facts that they state about themselves: who they are, their work, people, places, tastes and how they want to be ' +
  'answered. Leave out questions, tasks, passing moods, what they quote or paste, secrets such as passwords, and what is ' +
  'known already. Write each fact in the language of the person as a short sentence in the third person or as they said it. ' +
  'Answer with a JSON array of strings and nothing else; with [] where there is nothing.';

/** The prompt that goes with `memoryInstructions`. */
export const memoryQuestion = (prompt: string, known: readonly string[]): string =>
  `Known already: ${JSON.stringify(known.slice(-50))}\n\nMessage of the person:\n${prompt}`;

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
