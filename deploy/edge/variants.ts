const tags = /<(\/?)[a-z][^<>]*?(\/?)>/gi;
const marked = /\sdata-for="([^"]*)"/;

/** Who a page with a session may turn out to be for, by what the browser stores; nobody but a visitor is without one. */
const isShown = (words: readonly string[], signedIn: boolean): boolean =>
  signedIn ? words.some((word) => word !== 'visitor') : words.includes('visitor');

/**
 * A static part draws a variant for each state that a browser may know of (`data-for`), and the page's styles show one of
 * them. Gives the markup without those that no browser shows on a page with a session, or without one.
 */
export const withoutForeignVariants = (html: string, signedIn: boolean): string => {
  let kept = '';
  let from = 0;
  /** Elements that are open within one that is left out. */
  let depth = 0;
  for (const { 0: tag, 1: closes, 2: closed, index } of html.matchAll(tags)) {
    const step = closes ? -1 : closed ? 0 : 1;
    const words = depth === 0 && !closes ? marked.exec(tag)?.[1]?.split(/\s+/) : undefined;
    const leaves = words !== undefined && !isShown(words, signedIn);
    if (leaves) kept += html.slice(from, index);
    if (!leaves && depth === 0) continue;
    depth += step;
    if (depth === 0) from = index + tag.length;
  }
  // What does not end is no markup of ours: the styles hide it.
  return depth === 0 ? kept + html.slice(from) : html;
};
