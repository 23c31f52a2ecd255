const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

export const sentencesIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => [...sentences.segment(line)].map(({ segment }) => segment.trim()).filter(Boolean));

const wordsIn = (text: string): Set<string> =>
  new Set([...words.segment(text.toLowerCase())].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment));

/**
 * Average length of a word with its separator in the language of a text: six characters in English, fewer than two in
 * Chinese.
 */
export const wordLength = (text: string): number => {
  const some = text.slice(0, 4000);
  return some.length / Math.max(1, [...words.segment(some)].filter(({ isWordLike }) => isWordLike).length);
};

/**
 * The sentence of a text that shares most words with a question: the best that a model without knowledge can answer.
 */
export const bestSentence = (text: string, question: string): string => {
  const request = wordsIn(question);
  const shared = (one: string) =>
    [...wordsIn(one)].filter((word) => request.has(word)).length / Math.sqrt(request.size + wordsIn(one).size);
  let best = { sentence: '', score: 0 };
  for (const sentence of sentencesIn(text)) {
    const score = sentence === question ? 0 : shared(sentence);
    if (score > best.score) best = { sentence, score };
  }
  return best.sentence;
};

/** Statements about oneself and standing requests, which matter more than passing ones. */
const lasting = /\b(?:we|our|us|my|i|me|always|never|whenever|remember|please|from now on|rule|now)\b/i;
const isQuestion = (sentence: string) => /[?？؟]/u.test(sentence);

/**
 * An extractive summary: the most informative sentences of a text in their order, within `characters`. It prefers
 * statements to questions, figures and names, and words that are rare in the text. It does not depend on a question.
 */
export const extractiveSummary = (text: string, characters: number): string => {
  const all = [...new Set(sentencesIn(text))].filter((one) => !isQuestion(one) && one.length < 400);
  const known = new Map<string, number>();
  for (const sentence of all) for (const word of wordsIn(sentence)) known.set(word, (known.get(word) ?? 0) + 1);
  const rarity = (sentence: string): number => {
    const counts = [...wordsIn(sentence)].map((word) => known.get(word) ?? 1);
    return counts.reduce((sum, count) => sum + Math.log(all.length / count), 0) / Math.max(6, counts.length);
  };
  const score = (sentence: string): number =>
    rarity(sentence) +
    (lasting.test(sentence) ? 1 : 0) +
    (/\d|[一二三四五六七八九十百千]{2}/u.test(sentence) ? 0.5 : 0) +
    (/\S \p{Lu}/u.test(sentence) ? 0.5 : 0);
  const chosen = new Set<string>();
  let left = characters;
  for (const sentence of all.map((one) => ({ one, score: score(one) })).toSorted((a, b) => b.score - a.score)) {
    if (sentence.one.length + 1 > left) continue;
    chosen.add(sentence.one);
    left -= sentence.one.length + 1;
  }
  return all.filter((one) => chosen.has(one)).join('\n');
};
