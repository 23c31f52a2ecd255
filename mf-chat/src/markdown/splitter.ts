import { createDefinitions } from './definitions.ts';
import { type Blocks, extendBlocks, noBlocks } from './blocks.ts';

export interface Splitter {
  /** The blocks of a text; one that only grew since the last call is read on from its last open block. */
  read(text: string): {
    readonly blocks: Blocks;
    readonly edition: number;
    readonly collector: ReturnType<typeof createDefinitions>;
  };
}

/** Remembers how far a growing text has been split. `edition` changes when the text became another one. */
export const createSplitter = (): Splitter => {
  let known = '';
  let blocks = noBlocks;
  let edition = 0;
  let collector = createDefinitions();
  return {
    read(text) {
      if (text !== known) {
        if (text.startsWith(known)) blocks = extendBlocks(blocks, text.slice(known.length));
        else {
          blocks = extendBlocks(noBlocks, text);
          edition += 1;
          collector = createDefinitions();
        }
        known = text;
      }
      return { blocks, edition, collector };
    },
  };
};
