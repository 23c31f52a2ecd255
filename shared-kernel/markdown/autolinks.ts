/**
 * Bare addresses that GitHub Flavored Markdown turns into links. The lookbehinds and length limits make sure that no
 * run of characters is read again from each of its characters, so the cost stays linear.
 */
const address =
  /(?<![\p{L}\p{N}])(?:(?:https?|ftp):\/\/|www\.)[-.\p{L}\p{N}_][^\s<]{0,2047}|(?<![-.+\p{L}\p{N}_])[-.\w+]{1,128}@[-\w]+(?:\.[-\w]+)+/giu;
const bare = /:\/\/|www\.|@/i;

export interface Autolink {
  readonly href: string;
  readonly text: string;
}

/**
 * Removes what belongs to the sentence and not to the address: punctuation at its end, and a closing bracket that it
 * does not open.
 */
const trimmed = (url: string): string => {
  let unopened = url.split(')').length - url.split('(').length;
  let end = url.length;
  for (;;) {
    const last = url[end - 1] ?? '';
    const entity = last === ';' ? /&[a-z\d]{1,32};$/i.exec(url.slice(Math.max(0, end - 34), end))?.[0] : undefined;
    if (entity !== undefined) end -= entity.length;
    else if (last !== '' && `?!.,:*_~'"`.includes(last)) end -= 1;
    else if (last === ')' && unopened > 0) {
      end -= 1;
      unopened -= 1;
    } else return url.slice(0, end);
  }
};

const linkOf = (found: string): Autolink | undefined => {
  if (!/^(?:https?:|ftp:|www\.)/i.test(found))
    return /[-_]$/.test(found) ? undefined : { href: `mailto:${found}`, text: found };
  const text = trimmed(found);
  const host = /^(?:\w+:\/\/)?([-.\p{L}\p{N}_]+)/u.exec(text)?.[1]?.split('.') ?? [];
  const valid =
    (host.length > 1 || /^\w+:\/\/localhost(?![^:/?#])/i.test(text)) &&
    host.every((part) => part !== '') &&
    !host.slice(-2).some((part) => part.includes('_'));
  return valid ? { href: /^www\./i.test(text) ? `http://${text}` : text, text } : undefined;
};

/** Splits a text into plain text and the bare addresses in it, in order. */
export const linkified = (text: string): readonly (string | Autolink)[] => {
  if (!bare.test(text)) return [text];
  const parts: (string | Autolink)[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = linkOf(found);
    if (!link) continue;
    if (index > from) parts.push(text.slice(from, index));
    parts.push(link);
    from = index + link.text.length;
  }
  return from < text.length ? [...parts, text.slice(from)] : parts;
};
