import { oneOf } from './random.ts';
import type { Vocabulary } from './task.ts';

type Random = () => number;

const filled = (sentence: string, { slots }: Vocabulary, random: Random): string => {
  const text = sentence.replaceAll(/\{(\w+)\}/g, (_, slot: string) => oneOf(random, slots[slot] ?? []));
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Sentences, none of which uses the pattern of one of the last few. */
const sentencesOf = (words: Vocabulary, random: Random, count: number): string[] => {
  const last: string[] = [];
  return Array.from({ length: count }, () => {
    const fresh = words.sentences.filter((one) => !last.includes(one));
    const pattern = oneOf(random, fresh);
    last.push(pattern);
    if (last.length > words.sentences.length / 3) last.shift();
    return filled(pattern, words, random);
  });
};

/** Paragraphs of about `characters` in all, with `facts` somewhere in the middle of one of them. */
export const proseOf = (
  words: Vocabulary,
  random: Random,
  characters: number,
  facts: readonly string[] = [],
): string => {
  const { space = ' ' } = words;
  const paragraphs: string[] = [];
  for (let length = 0; length < characters; length += paragraphs.at(-1)?.length ?? 0)
    paragraphs.push(sentencesOf(words, random, 3 + Math.floor(random() * 4)).join(space));
  for (const one of facts) {
    const at = Math.floor(random() * paragraphs.length);
    const sentences = sentencesOf(words, random, 4);
    paragraphs.splice(at, 0, [...sentences.slice(0, 2), one, ...sentences.slice(2)].join(space));
  }
  return paragraphs.join('\n\n');
};

export const promptOf = (words: Vocabulary, random: Random): string =>
  filled(oneOf(random, words.prompts ?? []), words, random);
