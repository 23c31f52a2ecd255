import { createParser, type StateInline } from '@atrium/shared-kernel/markdown/parser';

const note = /\[\^([^\]\s]{1,999})\]/y;

/** Parses the mark of a footnote. The definition that was added to its block contains its number. */
const noteMark = (state: StateInline, silent: boolean): boolean => {
  note.lastIndex = state.pos;
  const [mark, label = ''] = note.exec(state.src) ?? [];
  const definition = mark && state.env.references?.[state.md.utils.normalizeReference(`^${label}`)];
  if (!definition) return false;
  if (!silent) {
    const number = Number(definition.href);
    if (number > 0) state.push('note', 'sup', 0).meta = { number };
    else state.pending += mark;
  }
  state.pos += mark.length;
  return true;
};

/** Parses a block of an answer. */
export const parser = createParser();
parser.inline.ruler.before('link', 'note', noteMark);
