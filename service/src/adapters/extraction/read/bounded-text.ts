/** The text has reached its limit, so that reading can stop. */
export class Full extends Error {}

/** Collects text up to `limit` characters. `add` throws `Full` beyond it. */
export class BoundedText {
  readonly #limit: number;
  readonly #parts: string[] = [];
  #length = 0;
  cut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(part: string): void {
    const room = this.#limit - this.#length;
    this.#parts.push(part.length > room ? part.slice(0, room) : part);
    this.#length += Math.min(part.length, room);
    if (part.length <= room) return;
    this.cut = true;
    throw new Full();
  }

  /** Runs `work`, which ends early once the text is full. */
  fill(work: () => void): this {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Full)) throw error;
    }
    return this;
  }

  toString(): string {
    return this.#parts.join('').trim();
  }
}

/** Counts words separated by white space, without the marks of pages, headings and tables. */
export const countWords = (text: string): number => {
  const bare = text.replaceAll(/^\[Page \d+\]$/gm, '');
  let words = 0;
  const next = /\S+/g;
  for (let found = next.exec(bare); found; found = next.exec(bare)) if (/[\p{L}\p{N}]/u.test(found[0])) words += 1;
  return words;
};
