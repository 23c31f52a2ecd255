const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const special = new RegExp(String.raw`["\\\u0000-\u001f\u007f]`, 'g');

/** Text as a string literal of Typst: whatever is in it, it stays text. */
export const typstString = (text: string): string =>
  `"${text.replaceAll(special, (sign) => escapes[sign] ?? `\\u{${sign.charCodeAt(0).toString(16)}}`)}"`;
