/**
 * The total size of the caches, in bytes. They hold recently read parts of files and messages in decrypted form: a chat
 * needs the same ones repeatedly, and they never change.
 */
const most = 64_000_000;

interface Opened {
  readonly value: unknown;
  readonly size: number;
}
const known = new Map<string, Opened>();
let sum = 0;

const forget = (id: string): void => {
  sum -= known.get(id)?.size ?? 0;
  known.delete(id);
};

/**
 * A cache of one kind of data by file key or message id. All kinds share one size limit, and the least recently used
 * entries are dropped first. Callers have found the key in the database, so a deleted file or message is never served.
 */
export const keptOpen = <T>(kind: string, sizeOf: (value: T) => number) => ({
  get(key: string): T | undefined {
    const id = `${kind} ${key}`;
    const found = known.get(id);
    if (!found) return undefined;
    known.delete(id);
    known.set(id, found);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of this kind nothing else is put
    return found.value as T;
  },
  put(key: string, value: T): void {
    const id = `${kind} ${key}`;
    const size = sizeOf(value);
    forget(id);
    if (size > most / 4) return;
    known.set(id, { value, size });
    sum += size;
    for (const oldest of known.keys()) {
      if (sum <= most) break;
      forget(oldest);
    }
  },
});
