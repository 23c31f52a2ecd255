/** `text` cut where it holds `term`, whatever the case, in any language: odd parts are matches. */
export const cutAt = (text: string, term: string): string[] => {
  if (term === '') return [text];
  return text.split(new RegExp(`(${term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, 'giu'));
};

/** A text with what was searched for marked. */
export const Marked = ({ text, term }: { text: string; term: string }) =>
  cutAt(text, term).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts have nothing but their place
    index % 2 === 1 ? <mark key={index}>{part}</mark> : <span key={index}>{part}</span>,
  );
