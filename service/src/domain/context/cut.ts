import { estimateOf } from './cached-estimates.ts';
import { charactersWithin, type CountTokens, tokensOf } from './tokens.ts';

/** No token of the estimate covers more characters than this. */
const charactersOfToken = 7;
/** The most characters that a cut moves to reach a word boundary. */
const maxWordShift = 60;

const mark = (characters: number): string =>
  `\n\n[… The middle of this text, ${characters} characters, is left out here: there is not enough room for it. …]\n\n`;
const markTokens = 45;

/** The beginning of the text with about `tokens`, up to the end of a word. */
const headOf = (text: string, tokens: number): string => {
  const head = text.slice(0, charactersWithin(text, tokens));
  const space = head.search(/\s\S*$/u);
  return space > head.length - maxWordShift && space > 0 ? head.slice(0, space) : head;
};

/** The end of the text with about `tokens`, from the beginning of a word on. */
const tailOf = (text: string, tokens: number): string => {
  const near = text.slice(-Math.ceil(tokens * charactersOfToken)).replace(/^[\udc00-\udfff]/, '');
  const tail = near.slice(charactersWithin(near, tokensOf(near) - tokens));
  const space = tail.search(/\s/u);
  return space >= 0 && space < maxWordShift ? tail.slice(space + 1) : tail;
};

/** The beginning and the end of the text around a mark that says what is missing, within `tokens` of the estimate. */
const cut = (text: string, tokens: number): string => {
  const half = Math.max(0, (tokens - markTokens) / 2);
  const head = headOf(text, half);
  const tail = half === 0 ? '' : tailOf(text, half);
  return `${head}${mark(text.length - head.length - tail.length)}${tail}`;
};

/** How often a cut that is still too long is shortened before the estimate alone decides. */
const maxAttempts = 4;

/** The text within `tokens`: all of it, or else its beginning and end around a mark that says what is missing. */
export const cutMiddle = (text: string, tokens: number, count: CountTokens = estimateOf): string => {
  const real = count(text, Math.max(tokens, 0));
  if (real <= tokens) return text;
  // The ratio between the estimate and the model's count is roughly the same throughout a text.
  let scale = count === estimateOf ? 1 : Math.max(1, tokensOf(text) / count(text));
  for (let left = maxAttempts; scale > 1 && left > 0; left -= 1, scale *= 0.93) {
    const short = cut(text, tokens * scale);
    if (count(short) <= tokens) return short;
  }
  return cut(text, tokens);
};
