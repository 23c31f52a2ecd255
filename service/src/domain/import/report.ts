import type { ImportReport, ImportCounts } from '../../db/schema/data.ts';

type Kind = 'chats' | 'messages' | 'memories' | 'collections' | 'files';
type Counted = { -readonly [Key in keyof ImportCounts]: number };

/** The most sentences about single things. */
const maxNamed = 20;

/** Counts what an import adds and leaves out. */
export interface Tally extends Record<Kind, Counted> {
  /** Adds a sentence to the report, unless it is already there. */
  note(sentence: string): void;
  /** Like `note`, for a sentence that names one of many things. Those beyond the limit are only counted. */
  noteOne(sentence: string): void;
  /** The agents that were added. */
  agents: number;
  /** The bytes of the archive’s files that were copied. */
  copied: number;
  readonly report: ImportReport;
}

const none = (): Counted => ({ added: 0, known: 0, skipped: 0 });

export const createTally = (): Tally => {
  const notes = new Set<string>();
  let named = 0;
  const counts = { chats: none(), messages: none(), memories: none(), collections: none(), files: none() };
  const tally: Tally = {
    ...counts,
    agents: 0,
    copied: 0,
    note: (sentence) => void notes.add(sentence),
    noteOne(sentence) {
      if (notes.has(sentence)) return;
      named += 1;
      if (named <= maxNamed) notes.add(sentence);
    },
    get report() {
      const added = tally.agents === 1 ? '1 agent was added.' : `${tally.agents} agents were added.`;
      const all = [...(tally.agents > 0 ? [added] : []), ...notes];
      if (named > maxNamed) all.push(`More notes like these are left out: ${named - maxNamed}.`);
      return { ...structuredClone(counts), notes: all };
    },
  };
  return tally;
};
