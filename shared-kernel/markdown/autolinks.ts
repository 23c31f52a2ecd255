/** Addresses that GitHub Flavored Markdown makes links of where they stand bare. */
const address = /(?<![\p{L}\p{N}])(?:(?:https?|ftp):\/\/|www\.)[-.\w]+[^\s<]*|[-.\w+]+@[-\w]+(?:\.[-\w]+)+/giu;
const bare = /:\/\/|www\.|@/i;

export interface Autolink {
  readonly href: string;
  readonly text: string;
}

/** What belongs to the sentence and not to the address: signs at its end, a bracket that is not opened in it. */
const trimmed = (url: string): string => {
  for (let text = url; ;) {
    const shorter = text.replace(/(?:[?!.,:*_~'"]|&[a-z\d]+;)+$/i, '');
    const unopened = shorter.endsWith(')') && shorter.split(')').length > shorter.split('(').length;
    const next = unopened ? shorter.slice(0, -1) : shorter;
    if (next === text) return text;
    text = next;
  }
};

const linkOf = (found: string): Autolink | undefined => {
  if (!/^(?:https?:|ftp:|www\.)/i.test(found))
    return /[-_]$/.test(found) ? undefined : { href: `mailto:${found}`, text: found };
  const text = trimmed(found);
  const host = /^(?:\w+:\/\/)?([-.\w]+)/.exec(text)?.[1]?.split('.') ?? [];
  const valid =
    host.length > 1 && host.every((part) => part !== '') && !host.slice(-2).some((part) => part.includes('_'));
  return valid ? { href: /^www\./i.test(text) ? `http://${text}` : text, text } : undefined;
};

/** A text and the bare addresses in it, in order. */
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
