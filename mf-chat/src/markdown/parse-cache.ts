import type { ReactNode } from 'react';

/** What of a finished text has been parsed, by its blocks. */
export interface Parsed {
  /** The block as it was parsed before, else as `parse` makes it now. */
  readonly of: (block: string, parse: () => ReactNode) => ReactNode;
}

interface Entry extends Parsed {
  bytes: number;
}

/** B9.11. */
const limits = { entries: 100, bytes: 50 * 1024 * 1024 } as const;
/** What a character of markdown takes as elements, about. */
const bytesPerCharacter = 40;

/** Keeps what was parsed of the texts that were shown last: at most 100, at most 50 MB. */
export const createParseCache = ({ entries, bytes }: { entries: number; bytes: number } = limits) => {
  const cached = new Map<string, Entry>();
  let total = 0;

  const drop = (text: string) => {
    total -= cached.get(text)?.bytes ?? 0;
    cached.delete(text);
  };
  const makeRoom = () => {
    for (const text of cached.keys()) {
      if (cached.size <= entries && total <= bytes) return;
      drop(text);
    }
  };
  const make = (text: string): Entry => {
    const blocks = new Map<string, ReactNode>();
    const entry: Entry = {
      bytes: 0,
      of(block, parse) {
        const known = blocks.get(block);
        if (known !== undefined) return known;
        const made = parse();
        blocks.set(block, made);
        if (cached.get(text) === entry) {
          entry.bytes += block.length * bytesPerCharacter;
          total += block.length * bytesPerCharacter;
          makeRoom();
        }
        return made;
      },
    };
    return entry;
  };

  return {
    /** The entry of a text, which is now the latest. */
    get(text: string): Parsed {
      const entry = cached.get(text) ?? make(text);
      cached.delete(text);
      cached.set(text, entry);
      makeRoom();
      return entry;
    },
    size: () => ({ entries: cached.size, bytes: total }),
  };
};

/** Of all threads: a chat that is opened again is not parsed again. */
export const parseCache = createParseCache();
