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
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[#>\s|:-]+|[*_`|]/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
