import { unzipSync } from 'fflate';
import { Unreadable } from './unreadable.ts';

/** Bytes that the parts of one document may unpack to, together. */
const unpackedMost = 160 * 1024 * 1024;
const entriesMost = 20_000;

export interface Archive {
  readonly names: ReadonlySet<string>;
  /** Unpacks those of the parts that are there. */
  unpack(names: readonly string[]): ReadonlyMap<string, Uint8Array>;
}

/** Opens a ZIP archive without unpacking it. What it would unpack to is known, and bounded, before it is unpacked. */
export const openArchive = (bytes: Uint8Array): Archive => {
  const sizes = new Map<string, number>();
  let unpacked = 0;
  const safely = (filter: Parameters<typeof unzipSync>[1]) => {
    try {
      return unzipSync(bytes, filter);
    } catch (error) {
      throw error instanceof Unreadable ? error : new Unreadable('broken', error);
    }
  };
  safely({
    filter: ({ name, originalSize }) => {
      sizes.set(name, originalSize);
      if (sizes.size > entriesMost) throw new Unreadable('tooMuch');
      return false;
    },
  });
  return {
    names: new Set(sizes.keys()),
    unpack(names) {
      const wanted = names.filter((name) => sizes.has(name));
      unpacked += wanted.reduce((sum, name) => sum + sizes.get(name)!, 0);
      if (unpacked > unpackedMost) throw new Unreadable('tooMuch');
      const set = new Set(wanted);
      // fflate writes no more than the size that the directory names, whatever the part unpacks to.
      return new Map(Object.entries(safely({ filter: ({ name }) => set.has(name) })));
    },
  };
};
