/** What of files and messages was read lately, as it was opened: a chat needs the same again and again, and it never changes. */
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
 * A kind of what is kept by the keys of files or the ids of messages, within a bound that all kinds share; what was not used for the longest time
 * goes first. Whoever asks for it has found it in the database, so one that was removed is not given.
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
