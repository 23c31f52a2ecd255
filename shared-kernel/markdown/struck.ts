import type { StateInline } from 'markdown-it';

/**
 * One tilde on either side, as on GitHub; the parser handles two. In `about ~5 to ~6` the second one follows a space.
 */
const single = /(?<!~)~(?![~\s])([^~\n]{0,500}[^~\s])~(?!~)/y;

/** Strikethrough between single tildes. */
export const struckBySingle = (state: StateInline, silent: boolean): boolean => {
  if (state.src[state.pos] !== '~') return false;
  single.lastIndex = state.pos;
  const [found] = single.exec(state.src) ?? [];
  if (found === undefined || state.pos + found.length > state.posMax) return false;
  const after = state.pos + found.length;
  if (!silent) {
    const { posMax } = state;
    state.push('s_open', 's', 1);
    state.pos += 1;
    state.posMax = after - 1;
    state.md.inline.tokenize(state);
    state.posMax = posMax;
    state.push('s_close', 's', -1);
  }
  state.pos = after;
  return true;
};
