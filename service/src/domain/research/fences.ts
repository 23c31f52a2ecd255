interface Fence {
  readonly sign: string;
  /** Column in which the content of its list item begins. */
  readonly base: number;
  /** Depth of its quotation. */
  readonly depth: number;
}

const columnsOf = (space: string): number => space.replaceAll('\t', '    ').length;
const indentOf = (text: string): number => columnsOf(/^[ \t]*/.exec(text)![0]);

/** Matches the beginning of a line, without its end, that may still turn out to open or close a code fence. */
const mayBeFence = /^(?:[\s>]|[-*+](?=\s|$)|\d{1,9}(?:[.)](?=\s|$)|$))*(?:`{1,2}|`{3,}[^`]*|~{1,2}|~{3,}.*)?$/;
/** A fence of backticks has none behind it; in ```x``` they are code within a line. */
const opening = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const closing = /^\s*(`{3,}|~{3,})\s*$/;
const marker = /^([-*+]|\d{1,9}[.)])([ \t]+|$)/;
/** What begins a block even directly behind a paragraph, so that it does not continue that one. */
const interrupts = /^(?:[-*+]\s|\d{1,9}[.)]\s|#|`{3}|~{3})/;
/** From this indentation on, text is an indented code block. */
const indentedCode = 4;

/** Whether more text may make a code fence of a line that has begun so. */
export const perhapsFence = (line: string): boolean => mayBeFence.test(line);

/**
 * Tells for each line of a Markdown text, from its beginning, whether it belongs to a fenced code block. A block ends
 * with a fence of its own kind and at least its length, or with the list item or quotation that contains it.
 */
export const fenceReader = () => {
  let fence: Fence | undefined;
  /** Columns in which the contents of the open list items begin. */
  let items: readonly number[] = [];
  let depth = 0;
  let afterBlank = true;

  /** Removes the marks of quotations, at most `most`. */
  const unquote = (line: string, most: number): readonly [text: string, depth: number] => {
    let text = line;
    let marks = 0;
    for (; marks < most && /^ {0,3}>/.test(text); marks += 1) text = text.replace(/^ *> ?/, '');
    return [text, marks];
  };

  const continues = (line: string, { sign, base, depth: quoted }: Fence): boolean => {
    const [text, marks] = unquote(line, quoted);
    if (marks < quoted || (text.trim() !== '' && indentOf(text) < base)) return false;
    const run = closing.exec(text)?.[1] ?? '';
    if (run.startsWith(sign) && indentOf(text) - base < indentedCode) fence = undefined;
    return true;
  };

  const opens = (line: string): boolean => {
    const [quoted, marks] = unquote(line, Number.POSITIVE_INFINITY);
    let column = indentOf(quoted);
    let text = quoted.trim();
    if (marks !== depth) items = [];
    else if (text !== '' && (afterBlank || interrupts.test(text))) items = items.filter((item) => item <= column);
    depth = marks;
    afterBlank = text === '';
    for (;;) {
      const base = items.at(-1) ?? 0;
      if (column - base >= indentedCode) return false;
      const [whole, sign = '', space = ''] = marker.exec(text) ?? [];
      if (whole === undefined) {
        const [, ticks, tildes] = opening.exec(text) ?? [];
        const run = ticks ?? tildes;
        if (run !== undefined) fence = { sign: run, base, depth };
        return run !== undefined;
      }
      const width = columnsOf(space);
      column += sign.length + (width === 0 || width > indentedCode ? 1 : width);
      items = [...items, column];
      text = text.slice(whole.length);
    }
  };

  return (line: string): boolean => {
    if (fence && continues(line, fence)) return true;
    fence = undefined;
    return opens(line);
  };
};
