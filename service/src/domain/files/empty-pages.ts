/** The number of page ranges that are listed; further ones are only counted. */
const maxRanges = 8;

/**
 * The pages of a PDF without text, such as `3–7, 12`; usually they are scans. Undefined if there are none, or if there
 * is no text at all. Pages after the end of a `cut` text are unknown.
 */
export const emptyPages = (text: string, pages: number, cut: boolean): string | undefined => {
  return pagesWithout(new Set([...text.matchAll(/^\[Page (\d+)\]$/gm)].map(([, page]) => Number(page))), pages, cut);
};

/** Like `emptyPages`, given the pages that have text. */
export const pagesWithout = (withText: ReadonlySet<number>, pages: number, cut: boolean): string | undefined => {
  if (withText.size === 0) return undefined;
  const last = cut ? [...withText].reduce((most, page) => Math.max(most, page), 0) : pages;
  const runs: { readonly from: number; to: number }[] = [];
  for (let page = 1; page <= last; page += 1) {
    if (withText.has(page)) continue;
    const run = runs.at(-1);
    if (run?.to === page - 1) run.to = page;
    else runs.push({ from: page, to: page });
  }
  if (runs.length === 0) return undefined;
  const named = runs.slice(0, maxRanges).map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
  const more = runs.slice(maxRanges).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
};
