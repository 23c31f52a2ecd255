import { unzipSync } from 'fflate';
import { Unreadable } from './unreadable.ts';

/** Bytes of all unpacked parts of one document. */
const maxUnpacked = 160 * 1024 * 1024;
const maxEntries = 20_000;

export interface Archive {
  readonly names: ReadonlySet<string>;
  /** Unpacks the named parts; missing ones are left out. */
  unpack(names: readonly string[]): ReadonlyMap<string, Uint8Array>;
}

/** Opens a ZIP archive without unpacking it. The unpacked size is checked before anything is unpacked. */
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
      if (sizes.size > maxEntries) throw new Unreadable('tooMuch');
      return false;
    },
  });
  return {
    names: new Set(sizes.keys()),
    unpack(names) {
      const wanted = names.filter((name) => sizes.has(name));
      unpacked += wanted.reduce((sum, name) => sum + sizes.get(name)!, 0);
      if (unpacked > maxUnpacked) throw new Unreadable('tooMuch');
      const set = new Set(wanted);
      // fflate never writes more than the size in the archive's directory.
      return new Map(Object.entries(safely({ filter: ({ name }) => set.has(name) })));
    },
  };
};
