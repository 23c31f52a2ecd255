import type { PassagePlace } from './file-index.ts';
import type { Hit } from './rank.ts';

/** A file that has no room as a whole, with the characters that it may take where none of its passages fits the question. */
export interface LongFile {
  readonly index: readonly PassagePlace[];
  readonly share: number;
}

/** What a passage costs beside its text: its mark, and one for what is left out before it. */
export const markLength = 32;
/** The part of its share that a file's beginning may take: it says what the file is. */
const beginning = 0.25;
/** So many of the best bring along what stands before and behind them, once this part of the room is used. */
const best = { hits: 2, before: 0.75 } as const;

/** What is given of a file: passages in their order, and where the first one is not among them, so many of its characters. */
export interface Chosen {
  readonly passages: readonly number[];
  readonly head: number;
}

const costOf = (index: LongFile['index'], passage: number): number => index[passage]!.characters + markLength;

/** Room of some files that is given away in pieces. */
const allotment = (files: readonly LongFile[]) => {
  const passages = files.map(() => new Set<number>());
  const heads = files.map(() => 0);
  const whole = files.reduce((sum, { share }) => sum + share, 0);
  let room = whole;
  const headCost = (file: number): number => (heads[file]! > 0 ? heads[file]! + markLength : 0);
  return {
    /** Takes a passage where it costs no more than `until`; one that has a head already costs the rest of it. */
    take({ file, passage }: Hit, until = Number.POSITIVE_INFINITY): boolean {
      if (passages[file]!.has(passage)) return true;
      const cost = costOf(files[file]!.index, passage) - (passage === 0 ? headCost(file) : 0);
      if (cost > Math.min(until, room)) return false;
      passages[file]!.add(passage);
      if (passage === 0) heads[file] = 0;
      room -= cost;
      return true;
    },
    /** Gives the beginning of the first passage as much as `most` and the room allow. */
    head(file: number, most: number): void {
      if (passages[file]!.has(0) || files[file]!.index.length === 0) return;
      const given = headCost(file);
      const next = Math.min(most, room + given) - markLength;
      if (next <= heads[file]!) return;
      heads[file] = next;
      room += given - headCost(file);
    },
    /** The part of the room that is given away. */
    used: (): number => 1 - room / whole,
    takenBy: (file: number): number =>
      [...passages[file]!].reduce((sum, passage) => sum + costOf(files[file]!.index, passage), headCost(file)),
    isOnlyHead: (file: number): boolean => passages[file]!.size === 0,
    chosen: (): readonly Chosen[] =>
      passages.map((taken, file) => ({ passages: [...taken].toSorted((a, b) => a - b), head: heads[file]! })),
  };
};

/**
 * What is given of some files: the beginning of each, then the passages that fit the question best, whichever file they
 * are of, then what follows the beginnings.
 */
export const choosePassages = (files: readonly LongFile[], ranked: readonly Hit[]): readonly Chosen[] => {
  const given = allotment(files);
  for (const [file, { index, share }] of files.entries())
    if (index.length > 0 && !given.take({ file, passage: 0 }, share * beginning))
      given.head(file, Math.floor(share * beginning));
  const first = ranked.findIndex((hit) => {
    given.take(hit);
    return given.used() > best.before;
  });
  for (const { file, passage } of ranked.slice(0, best.hits))
    for (const next of [passage - 1, passage + 1]) if (next in files[file]!.index) given.take({ file, passage: next });
  for (const hit of first < 0 ? [] : ranked.slice(first + 1)) given.take(hit);
  for (const [file, { index, share }] of files.entries()) {
    for (let passage = 0; passage < index.length; passage += 1)
      if (!given.take({ file, passage }, share - given.takenBy(file))) break;
    if (given.isOnlyHead(file)) given.head(file, share);
  }
  return given.chosen();
};
