/** Characters of a piece, which is laid out and highlighted as a whole. */
const pieceLength = 1500;

/**
 * Splits code into pieces of whole lines; joined, they are the code. Where possible, a piece ends before an unindented
 * line after a blank one, so that highlighting seldom misses what an earlier piece opened. While code grows, all pieces
 * but the last stay the same.
 */
export const piecesOf = (code: string): readonly string[] => {
  const pieces: string[] = [];
  let from = 0;
  while (code.length - from > 2 * pieceLength) {
    const part = code.slice(from, from + 2 * pieceLength);
    const margin = /\n\n(?=\S)/g;
    margin.lastIndex = pieceLength;
    const line = part.lastIndexOf('\n');
    const at = margin.exec(part)?.index;
    const end = at !== undefined ? at + 2 : line > 0 ? line + 1 : part.length;
    pieces.push(code.slice(from, from + end));
    from += end;
  }
  pieces.push(code.slice(from));
  return pieces;
};
