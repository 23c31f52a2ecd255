/** The elements of a list's rows, in the order of the document. */
export const rowsOf = (list: Element | null): readonly HTMLElement[] =>
  [...(list?.children ?? [])].filter((row) => row instanceof HTMLElement);
