/** Characters of a piece: what is laid out and coloured at once. */
const pieceLength = 1500;

/**
 * A code in pieces of whole lines; joined they are the code. A piece ends before a line that stands at the margin after
 * a blank one where there is such a line, so that colours seldom miss what a piece before it opened. Of a growing code
 * all pieces but the last stay as they are.
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
