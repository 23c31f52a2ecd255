import type { ReactNode } from 'react';

/** The parse results of a finished text, by block. */
export interface Parsed {
  /** The cached result for the block, or else that of `parse`, which is then cached. */
  readonly of: (block: string, parse: () => ReactNode) => ReactNode;
}

interface Entry extends Parsed {
  bytes: number;
}

/** B9.11. */
const limits = { entries: 100, bytes: 50 * 1024 * 1024 } as const;
/** Approximate bytes that a character of Markdown takes as elements. */
const bytesPerCharacter = 40;

/** Caches the parse results of the texts that were shown last: at most 100, at most 50 MB. */
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
        const hit = blocks.get(block);
        if (hit !== undefined) return hit;
        const result = parse();
        blocks.set(block, result);
        if (cached.get(text) === entry) {
          entry.bytes += block.length * bytesPerCharacter;
          total += block.length * bytesPerCharacter;
          makeRoom();
        }
        return result;
      },
    };
    return entry;
  };

  return {
    /** The entry of a text, which becomes the latest one. */
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

/** Shared by all threads, so that a chat that is opened again is not parsed again. */
export const parseCache = createParseCache();
