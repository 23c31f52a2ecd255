/** A text without the differences that a search ignores: case, accents, ligatures and widths. */
export const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

/** Tells whether a text contains each of the typed words. Any text does if none is typed. */
export const createTextSearch = (typed: string): ((text: string) => boolean) => {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (text) => {
    const searched = folded(text);
    return words.every((word) => searched.includes(word));
  };
};
