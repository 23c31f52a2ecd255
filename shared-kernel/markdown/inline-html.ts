import type { StateInline } from 'markdown-it';

const lineBreak = /<br\s*\/?>/iy;
const opening = /<(sub|sup|kbd|mark)>/iy;
const closings: Readonly<Record<string, RegExp>> = {
  sub: /<\/sub>/i,
  sup: /<\/sup>/i,
  kbd: /<\/kbd>/i,
  mark: /<\/mark>/i,
};
/** The maximum length of their content, so that a text with nothing but opening tags is read as fast as any other. */
const maxLength = 1000;

/**
 * Line breaks, and the few HTML elements that models write because Markdown has no syntax for them. They have no
 * attributes and must be closed in the same text. Everything else in angle brackets stays plain text.
 */
export const inlineHtml = (state: StateInline, silent: boolean): boolean => {
  if (state.src[state.pos] !== '<') return false;
  lineBreak.lastIndex = state.pos;
  const [breaks] = lineBreak.exec(state.src) ?? [];
  if (breaks !== undefined) {
    if (!silent) state.push('hardbreak', 'br', 0);
    state.pos += breaks.length;
    return true;
  }
  opening.lastIndex = state.pos;
  const [opened, name = ''] = opening.exec(state.src) ?? [];
  if (opened === undefined) return false;
  const tag = name.toLowerCase();
  const inside = state.pos + opened.length;
  const length = state.src.slice(inside, inside + maxLength).search(closings[tag]!);
  const end = inside + length;
  const after = end + tag.length + 3;
  if (length === -1 || after > state.posMax) return false;
  if (!silent) {
    const { posMax } = state;
    state.push(`${tag}_open`, tag, 1);
    state.pos = inside;
    state.posMax = end;
    state.md.inline.tokenize(state);
    state.posMax = posMax;
    state.push(`${tag}_close`, tag, -1);
  }
  state.pos = after;
  return true;
};
