/**
 * The total size of the caches, in bytes. They hold recently read parts of files and messages in decrypted form: a chat
 * needs the same ones repeatedly, and they never change.
 */
const maxSize = 64_000_000;

interface Entry {
  readonly value: unknown;
  readonly size: number;
}
const entries = new Map<string, Entry>();
let totalSize = 0;

const remove = (id: string): void => {
  totalSize -= entries.get(id)?.size ?? 0;
  entries.delete(id);
};

/**
 * A cache of one kind of data by file key or message id. All kinds share one size limit, and the least recently used
 * entries are dropped first. Callers have found the key in the database, so a deleted file or message is never served.
 */
export const createCache = <T>(kind: string, sizeOf: (value: T) => number) => ({
  get(key: string): T | undefined {
    const id = `${kind} ${key}`;
    const found = entries.get(id);
    if (!found) return undefined;
    entries.delete(id);
    entries.set(id, found);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only values of type T are put under this kind
    return found.value as T;
  },
  put(key: string, value: T): void {
    const id = `${kind} ${key}`;
    const size = sizeOf(value);
    remove(id);
    if (size > maxSize / 4) return;
    entries.set(id, { value, size });
    totalSize += size;
    for (const oldest of entries.keys()) {
      if (totalSize <= maxSize) break;
      remove(oldest);
    }
  },
});
