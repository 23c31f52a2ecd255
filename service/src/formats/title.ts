const opening =
  /^(?:(?:please|ok|so|(?:hey|hi|hello)(?: there)?(?! there\b))[,!.]?\s+|(?:can|could|would|will) you\s+|(?:i (?:want|need|would like)(?: you)? to|help me(?: to)?|show me|give me|tell me(?: about)?|write me|explain)\s+)+/i;
/** A sentence up to so many words is a title as it is; of a longer one the first words make it. */
const whole = { words: 8, letters: 48 };
const words = 7;
const fewest = 3;
const longest = 60;

const sentenceEnd = /(?<=[.!?…])\s|(?<=[。！？])/u;
/** A clause begins behind these; a comma within a number is none. */
const clauseEnd = /[,;–—]\s/;
const joins = new Set(
  'about after and as at because before but by for from if in into on or so than that to using when where which while who with without'.split(
    ' ',
  ),
);
const dangling = new Set([...joins, ...'a an are be can is my not of our the their this was will your'.split(' ')]);

const bare = (word = '') => word.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** The beginning of a sentence that is too long, up to where it can end. */
const cut = (line: string): string => {
  const first = line.split(' ').slice(0, words);
  const clause = (first.join(' ').split(clauseEnd)[0] ?? '').split(' ');
  if (clause.length >= fewest && clause.length < first.length) return clause.join(' ');
  const join = first.findLastIndex((word, at) => at >= fewest && at >= first.length - 3 && joins.has(bare(word)));
  const shortened = join === -1 ? first : first.slice(0, join);
  while (shortened.length > fewest && dangling.has(bare(shortened.at(-1)))) shortened.pop();
  return shortened.join(' ');
};

/** A title made of the prompt's own first words, for models that cannot be asked for one. */
export const titleFrom = (prompt: string): string => {
  const line = prompt
    .replaceAll(/[`*_#>|[\]{}<]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const rest = line.replace(opening, '');
  const [sentence = ''] = (rest === '' || joins.has(bare(rest.split(' ')[0])) ? line : rest).split(sentenceEnd);
  const fits = sentence.split(' ').length <= whole.words && sentence.length <= whole.letters;
  const title = (fits ? sentence : cut(sentence))
    .slice(0, longest)
    .replace(/[\s.,;:!?。！？–-]+$/u, '')
    .trim();
  return title === '' ? '' : title[0]!.toUpperCase() + title.slice(1);
};

/** A model's answer to the request for a title: one line, without quotes, markup or a label before it. */
export const cleanTitle = (answer: string): string =>
  (answer.trim().split('\n')[0] ?? '')
    .replace(/^(?:title\s*:|#+)\s*/i, '')
    .replaceAll(/[*_`]/g, '')
    .replaceAll(/^["'“‘«\s]+|["'”’»\s.]+$/g, '')
    .slice(0, 100);
