import type { PassageLocation } from './file-index.ts';
import type { Hit } from './rank.ts';

/**
 * A file that does not fit as a whole, with the characters that it may take if none of its passages matches the
 * question.
 */
export interface LongFile {
  readonly index: readonly PassageLocation[];
  readonly share: number;
}

/** What a passage costs in addition to its text: its mark, and a mark for the gap before it. */
export const markLength = 32;
/** The part of its share that a file's beginning may take; the beginning shows what the file is. */
const beginning = 0.25;
/** Once this part of the room is used, this many of the best passages also bring in their neighbors. */
const best = { hits: 2, before: 0.75 } as const;

/**
 * The selected parts of a file: passages in order and, if the first one is not among them, this many characters of its
 * beginning.
 */
export interface Chosen {
  readonly passages: readonly number[];
  readonly head: number;
}

const costOf = (index: LongFile['index'], passage: number): number => index[passage]!.characters + markLength;

/** Hands out the room of some files piece by piece. */
const allocate = (files: readonly LongFile[]) => {
  const passages = files.map(() => new Set<number>());
  const heads = files.map(() => 0);
  const whole = files.reduce((sum, { share }) => sum + share, 0);
  let room = whole;
  const headCost = (file: number): number => (heads[file]! > 0 ? heads[file]! + markLength : 0);
  return {
    /**
     * Adds a passage if it costs no more than `limit`. If the beginning of the first passage is already included, only
     * the remainder of that passage counts.
     */
    add({ file, passage }: Hit, limit = Number.POSITIVE_INFINITY): boolean {
      if (passages[file]!.has(passage)) return true;
      const cost = costOf(files[file]!.index, passage) - (passage === 0 ? headCost(file) : 0);
      if (cost > Math.min(limit, room)) return false;
      passages[file]!.add(passage);
      if (passage === 0) heads[file] = 0;
      room -= cost;
      return true;
    },
    /** Includes as much of the beginning of the first passage as `most` and the room allow. */
    head(file: number, most: number): void {
      if (passages[file]!.has(0) || files[file]!.index.length === 0) return;
      const before = headCost(file);
      const next = Math.min(most, room + before) - markLength;
      if (next <= heads[file]!) return;
      heads[file] = next;
      room += before - headCost(file);
    },
    /** The part of the room that is used. */
    used: (): number => 1 - room / whole,
    usedBy: (file: number): number =>
      [...passages[file]!].reduce((sum, passage) => sum + costOf(files[file]!.index, passage), headCost(file)),
    isOnlyHead: (file: number): boolean => passages[file]!.size === 0,
    chosen: (): readonly Chosen[] =>
      passages.map((added, file) => ({ passages: [...added].toSorted((a, b) => a - b), head: heads[file]! })),
  };
};

/**
 * Selects the parts of some files: the beginning of each, then the passages that match the question best, from
 * whichever file, and then what follows the beginnings.
 */
export const choosePassages = (files: readonly LongFile[], ranked: readonly Hit[]): readonly Chosen[] => {
  const allocation = allocate(files);
  for (const [file, { index, share }] of files.entries())
    if (index.length > 0 && !allocation.add({ file, passage: 0 }, share * beginning))
      allocation.head(file, Math.floor(share * beginning));
  const first = ranked.findIndex((hit) => {
    allocation.add(hit);
    return allocation.used() > best.before;
  });
  for (const { file, passage } of ranked.slice(0, best.hits))
    for (const next of [passage - 1, passage + 1])
      if (next in files[file]!.index) allocation.add({ file, passage: next });
  for (const hit of first < 0 ? [] : ranked.slice(first + 1)) allocation.add(hit);
  for (const [file, { index, share }] of files.entries()) {
    for (let passage = 0; passage < index.length; passage += 1)
      if (!allocation.add({ file, passage }, share - allocation.usedBy(file))) break;
    if (allocation.isOnlyHead(file)) allocation.head(file, share);
  }
  return allocation.chosen();
};
