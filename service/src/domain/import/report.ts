import type { ImportReport, ImportCounts } from '../../db/schema/data.ts';

type Kind = 'chats' | 'messages' | 'memories' | 'collections' | 'files';
type Counted = { -readonly [Key in keyof ImportCounts]: number };

const maxNotes = 20;

/** Counts what an import adds and leaves out. */
export interface Tally extends Record<Kind, Counted> {
  /** Adds a sentence to the report, unless it is already there. */
  note(sentence: string): void;
  /** The bytes of the archive’s files that were copied. */
  copied: number;
  readonly report: ImportReport;
}

const none = (): Counted => ({ added: 0, known: 0, skipped: 0 });

export const createTally = (): Tally => {
  const notes = new Set<string>();
  const counts = { chats: none(), messages: none(), memories: none(), collections: none(), files: none() };
  return {
    ...counts,
    copied: 0,
    note: (sentence) => void (notes.size < maxNotes && notes.add(sentence)),
    get report() {
      return { ...structuredClone(counts), notes: [...notes] };
    },
  };
};
