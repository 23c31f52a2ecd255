const opening =
  /^(?:(?:please|ok|so|(?:hey|hi|hello)(?: there)?(?! there\b))[,!.]?\s+|(?:can|could|would|will) you\s+|(?:i (?:want|need|would like)(?: you)? to|help me(?: to)?|show me|give me|tell me(?: about)?|write me|explain)\s+)+/i;
/** A sentence up to this length is used as the title; of a longer one, the first words are. */
const whole = { words: 8, characters: 48 };
const words = 7;
const minWords = 3;
const maxLength = 60;

const sentenceEnd = /(?<=[.!?…])\s|(?<=[。！？])/u;
/** A clause ends with these; a comma within a number does not count. */
const clauseEnd = /[,;–—]\s/;
const joins = new Set(
  'about after and as at because before but by for from if in into on or so than that to using when where which while who with without'.split(
    ' ',
  ),
);
const dangling = new Set([...joins, ...'a an are be can is my not of our the their this was will your'.split(' ')]);

const bare = (word = '') => word.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** Shortens a sentence that is too long, at a point where it can end. */
const cut = (line: string): string => {
  const first = line.split(' ').slice(0, words);
  const clause = (first.join(' ').split(clauseEnd)[0] ?? '').split(' ');
  if (clause.length >= minWords && clause.length < first.length) return clause.join(' ');
  const join = first.findLastIndex((word, at) => at >= minWords && at >= first.length - 3 && joins.has(bare(word)));
  const shortened = join === -1 ? first : first.slice(0, join);
  while (shortened.length > minWords && dangling.has(bare(shortened.at(-1)))) shortened.pop();
  return shortened.join(' ');
};

/** A title made from the first words of the prompt, for models that cannot provide one. */
export const titleFrom = (prompt: string): string => {
  const line = prompt
    .replaceAll(/[`*_#>|[\]{}<]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const remainder = line.replace(opening, '');
  const [sentence = ''] = (remainder === '' || joins.has(bare(remainder.split(' ')[0])) ? line : remainder).split(
    sentenceEnd,
  );
  const fits = sentence.split(' ').length <= whole.words && sentence.length <= whole.characters;
  const title = (fits ? sentence : cut(sentence))
    .slice(0, maxLength)
    .replace(/[\s.,;:!?。！？–-]+$/u, '')
    .trim();
  return title === '' ? '' : title[0]!.toUpperCase() + title.slice(1);
};

/** Cleans a model's title: one line, without quotes, markup, or a label before it. */
export const cleanTitle = (answer: string): string =>
  (answer.trim().split('\n')[0] ?? '')
    .replace(/^(?:title\s*:|#+)\s*/i, '')
    .replaceAll(/[*_`]/g, '')
    .replaceAll(/^["'“‘«\s]+|["'”’»\s.]+$/g, '')
    .slice(0, 100);
