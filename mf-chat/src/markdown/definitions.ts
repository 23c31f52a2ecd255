/** Labels have at most the length that CommonMark allows (B5.24). */
const note = /^ {0,3}\[\^([^\]\s]{1,999})\]:[^\S\n]*/;
/** A definition on one line. Longer forms only apply within their block. */
const link =
  /^ {0,3}\[(?!\^)([^[\]\\]{1,999})\]:[^\S\n]*(?:<[^<>\n]*>|[^\s<]\S*)(?:[^\S\n]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[^\S\n]*$/;
const reference = /\[(\^?)([^[\]]{1,999})\]/g;

const keyOf = (label: string) => label.trim().replaceAll(/\s+/g, ' ').toLowerCase();

export interface Footnote {
  readonly label: string;
  readonly number: number;
  readonly text: string;
}

export interface Definitions {
  /** Changes whenever a definition or a number is added. */
  readonly version: number;
  /** The block as it can be parsed on its own: with the link definitions that it uses, without those of footnotes. */
  readonly complete: (block: string) => string;
  /** In the order of their first references. Only those that have a text. */
  readonly footnotes: () => readonly Footnote[];
}

const isCode = (block: string) => /^ {0,3}(`{3,}|~{3,})/.test(block);

/** A block without its footnote definitions, which are passed to `found`. */
const withoutNotes = (block: string, found?: (label: string, text: string) => void): string => {
  if (!block.includes('[^') || isCode(block)) return block;
  let open: { label: string; lines: string[] } | undefined;
  const end = () => {
    if (open) found?.(open.label, open.lines.join('\n').trim());
  };
  const others = block.split('\n').filter((line) => {
    const [head, label] = note.exec(line) ?? [];
    if (head !== undefined && label !== undefined) {
      end();
      open = { label, lines: [line.slice(head.length)] };
      return false;
    }
    // After a blank line, only an indented line still belongs to the footnote.
    if (open?.lines.at(-1)?.trim() === '' && /^\S/.test(line)) {
      end();
      open = undefined;
    }
    open?.lines.push(line.replace(/^ {1,4}/, ''));
    return !open;
  });
  end();
  return others.join('\n');
};

/** Collects the definitions of links and footnotes, and the numbers of footnotes, by their keys. */
const createCollection = () => {
  const links = new Map<string, string>();
  const notes = new Map<string, { label: string; text: string }>();
  const numbers = new Map<string, number>();
  let version = 0;

  const collect = (block: string) => {
    if (!block.includes('[') || isCode(block)) return;
    const text = withoutNotes(block, (label, content) => {
      if (notes.has(keyOf(label))) return;
      notes.set(keyOf(label), { label, text: content });
      version += 1;
    });
    let between = true;
    for (const line of text.split('\n')) {
      const label = link.exec(line)?.[1];
      // A definition never interrupts a paragraph.
      if (label === undefined) between = line.trim() === '';
      if (label === undefined || !between || links.has(keyOf(label))) continue;
      links.set(keyOf(label), line.trim());
      version += 1;
    }
    for (const [, mark, label = ''] of text.matchAll(reference)) {
      if (mark === '' || numbers.has(keyOf(label))) continue;
      numbers.set(keyOf(label), numbers.size + 1);
      version += 1;
    }
  };

  return { links, notes, numbers, collect, version: () => version };
};

/** Knows the definitions of a text, because they apply to all of it. Each block is read once. */
export const createDefinitions = () => {
  const { links, notes, numbers, collect, version } = createCollection();
  let read = 0;

  let order = { version: -1, numbers: new Map<string, number>() };
  /** Computed again only after a change, so that a text with many notes is not renumbered for each of its blocks. */
  const numbered = (): Map<string, number> => {
    if (order.version !== version()) {
      const noted = [...numbers.keys()].filter((key) => notes.has(key));
      order = { version: version(), numbers: new Map(noted.map((key, index) => [key, index + 1])) };
    }
    return order.numbers;
  };

  const complete = (block: string): string => {
    if (!block.includes('[') || (links.size === 0 && notes.size === 0) || isCode(block)) return block;
    const text = withoutNotes(block);
    const used = new Set<string>();
    const numberOf = numbered();
    for (const [, mark, label = ''] of text.matchAll(reference)) {
      const key = keyOf(label);
      const number = numberOf.get(key);
      // The parser finds the footnote's number in the text of its definition.
      if (mark !== '' && number !== undefined) used.add(`[^${label}]: ${number}`);
      const line = mark === '' ? links.get(key) : undefined;
      if (line !== undefined && !text.includes(line)) used.add(line);
    }
    return used.size === 0 ? text : `${text.trimEnd()}\n\n${[...used].join('\n\n')}\n`;
  };

  return {
    /**
     * `closed` only ever grows, and blocks that were read before are skipped. `last` is the block that ends the text.
     */
    read(closed: readonly string[], last?: string): Definitions {
      for (; read < closed.length; read += 1) collect(closed[read] ?? '');
      if (last !== undefined) collect(last);
      return {
        version: version(),
        complete,
        footnotes: () =>
          [...numbered()].map(([key, number]) => ({ label: key, number, text: notes.get(key)?.text ?? '' })),
      };
    },
  };
};
