const item = /^ *(?:[-*+]|\d{1,9}[.)]) +(?=\S)/;
const fence = /^(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * A Markdown text with an end to its last code fence if that has none, so that what is written below is not code. A fence
 * within a list needs no end: it ends with its list item.
 */
export const withClosedFence = (text: string): string => {
  /** The mark of the fence that is open, and the column from which its lines have to begin: 0 outside of lists. */
  let open: { readonly mark: string; readonly from: number } | undefined;
  /** The columns where the contents of the current list items begin. */
  let items: readonly number[] = [];
  let afterBlank = true;
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/);
    if (indent >= 0) {
      if (open && indent < open.from) open = undefined;
      if (open) {
        const rest = line.trim();
        if (rest.startsWith(open.mark) && rest === open.mark[0]?.repeat(rest.length) && indent - open.from < 4)
          open = undefined;
      } else {
        const start = item.exec(line)?.[0].length;
        if (start !== undefined || afterBlank) items = items.filter((column) => column <= indent);
        if (start !== undefined) items = [...items, start];
        const at = start ?? indent;
        const from = items.findLast((column) => column <= at) ?? 0;
        const [mark] = fence.exec(line.slice(at)) ?? [];
        if (mark !== undefined && at - from < 4) open = { mark, from };
      }
    }
    afterBlank = indent < 0;
  }
  return open?.from === 0 ? `${text.trimEnd()}\n${open.mark}` : text;
};
