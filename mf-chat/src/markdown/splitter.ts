import { createDefinitions } from './definitions.ts';
import { type Blocks, extendBlocks, noBlocks } from './blocks.ts';

export interface Splitter {
  /** The blocks of a text. If it only grew since the last call, it is read on from its last open block. */
  read(text: string): {
    readonly blocks: Blocks;
    readonly edition: number;
    readonly collector: ReturnType<typeof createDefinitions>;
  };
}

/** Remembers how far a growing text has been split. `edition` changes when the text is replaced by another one. */
export const createSplitter = (): Splitter => {
  let previous = '';
  let blocks = noBlocks;
  let edition = 0;
  let collector = createDefinitions();
  return {
    read(text) {
      if (text !== previous) {
        if (text.startsWith(previous)) blocks = extendBlocks(blocks, text.slice(previous.length));
        else {
          blocks = extendBlocks(noBlocks, text);
          edition += 1;
          collector = createDefinitions();
        }
        previous = text;
      }
      return { blocks, edition, collector };
    },
  };
};
