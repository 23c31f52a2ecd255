/** A Markdown text with an end to its last code fence if that has none, so that what is written below is not code. */
export const withClosedFence = (text: string): string => {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})[^`]*$/.exec(line) ?? [];
    if (open !== undefined) {
      if (mark.startsWith(open) && line.trim() === mark) open = undefined;
      // An indented fence may belong to a list, and ends with it.
    } else if (mark !== '' && line.startsWith(mark)) open = mark;
  }
  return open === undefined ? text : `${text.trimEnd()}\n${open}`;
};
