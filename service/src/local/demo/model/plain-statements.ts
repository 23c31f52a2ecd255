const mostSentences = 40;
const longest = 300;

/** A plain statement about oneself that lasts. */
const statement =
  /^(?:I (?:live in|work (?:as|at|for|in)|like|love|hate|prefer|speak|study|play|own|have (?:a|an|two|three)|was born)|(?:I am|I['’]m) (?:a|an|from|allergic|vegetarian|vegan|called|\d+ years)|My (?:\w+ ){1,3}(?:is|are|lives|works))\b.{2,}/i;

/** Without code and quotations, which are nobody's own words. */
const ownWords = (prompt: string): string =>
  prompt
    .slice(0, 8000)
    .replaceAll(/```[^]*?(?:```|$)/g, '\n')
    .replaceAll(/^>.*$/gm, '')
    .replaceAll(/"[^"]*"|“[^”]*”/g, '…');

/** What a prompt plainly states of its writer, as they said it: for a model that can read nothing between the lines. */
export const plainStatements = (prompt: string): string[] =>
  ownWords(prompt)
    .split(/(?<=[.!?])\s+|\n+/)
    .slice(0, mostSentences)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length <= longest && !sentence.endsWith('?') && statement.test(sentence))
    .map((sentence) => sentence.replace(/[\s.!]+$/, ''));
