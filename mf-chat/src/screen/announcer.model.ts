/** Text up to the end of its last whole sentence or line; a code fence that is still open is left out. */
export const spokenPart = (text: string): string => {
  const fences = text.split('```');
  const outside = fences.filter((_, index) => index % 2 === 0).join(' Code block. ');
  const ends = [...outside.matchAll(/[.!?…:](?=\s)|\n/g)];
  const last = ends.at(-1);
  return last ? outside.slice(0, last.index + 1) : '';
};

/** Removes the marks of Markdown from a text. */
export const withoutMarkup = (text: string): string =>
  text
    // Bounded, as each bracket of a text full of them would else be read to the end of that.
    .replaceAll(/!?\[([^[\]]{0,500})\]\([^()]{0,2000}\)/g, '$1')
    .replaceAll(/^[#>\s|:-]+|[*_`|]/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
