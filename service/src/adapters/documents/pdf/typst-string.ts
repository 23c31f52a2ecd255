const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const special = new RegExp(String.raw`["\\\u0000-\u001f\u007f]`, 'g');

/** Text as a Typst string literal, so that nothing in it is read as markup. */
export const typstString = (text: string): string =>
  `"${text.replaceAll(special, (sign) => escapes[sign] ?? `\\u{${sign.charCodeAt(0).toString(16)}}`)}"`;

const longWord = /([!-~]{24,})/;

/** Characters of long words in one paragraph. The time to lay out a paragraph grows faster than its length. */
const longInParagraph = 10_000;

/** Text as an expression in which words that may be longer than a line can be broken. */
export const typstText = (text: string): string => {
  let long = 0;
  const parts = text.split(longWord).flatMap((part, at) => {
    if (at % 2 === 0) return part === '' ? [] : [typstString(part)];
    const pieces = part.match(new RegExp(`.{1,${longInParagraph}}`, 'g')) ?? [];
    return pieces.flatMap((piece) => {
      long += piece.length;
      if (long <= longInParagraph) return [`long(${typstString(piece)})`];
      long = piece.length;
      return ['parbreak()', `long(${typstString(piece)})`];
    });
  });
  if (parts.length === 0) return '""';
  return parts.length === 1 ? parts[0]! : `{ ${parts.join('; ')} }`;
};

/** Beyond this many long words in a line, code is shown without syntax highlighting. */
const longWordsInLine = 20;

/** Code as an expression. `block`: on lines of its own. */
export const typstCode = (code: string, block: boolean, language?: string | null): string => {
  const lines = code.split('\n');
  if (lines.every((line) => line.split(longWord).length / 2 <= longWordsInLine))
    return `raw(${block ? 'block: true, ' : ''}${language ? `lang: ${typstString(language)}, ` : ''}${typstString(code)})`;
  return `${block ? 'code-block' : 'code'}({ ${lines.map(typstText).join('; linebreak(); ')} })`;
};
