/** Runs of pages that are named; of more, how many pages that are. */
const namedMost = 8;

/**
 * The pages of a PDF that its text says nothing of, as `3–7, 12`: scans, as a rule. Undefined where there are none, and
 * where there is no text at all. Of the pages after those that a `cut` text ends with nobody knows.
 */
export const emptyPages = (text: string, pages: number, cut: boolean): string | undefined => {
  return pagesWithout(new Set([...text.matchAll(/^\[Page (\d+)\]$/gm)].map(([, page]) => Number(page))), pages, cut);
};

/** The same, of which the pages with text are known. */
export const pagesWithout = (said: ReadonlySet<number>, pages: number, cut: boolean): string | undefined => {
  if (said.size === 0) return undefined;
  const last = cut ? [...said].reduce((most, page) => Math.max(most, page), 0) : pages;
  const runs: { readonly from: number; to: number }[] = [];
  for (let page = 1; page <= last; page += 1) {
    if (said.has(page)) continue;
    const run = runs.at(-1);
    if (run?.to === page - 1) run.to = page;
    else runs.push({ from: page, to: page });
  }
  if (runs.length === 0) return undefined;
  const named = runs.slice(0, namedMost).map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
  const more = runs.slice(namedMost).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
};
