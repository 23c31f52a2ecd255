import { passage as passageShape, type Passage } from '@atrium/shared-kernel/contracts/entities/passage';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import * as z from 'zod/mini';
import type { ModelFile } from '../../ports/model.ts';

const list = () => z.array(passageShape());
/** Characters of a passage that a reader is shown. */
const shown = 500;

/** The passages as a message stores them; none where nothing was cited, or its key is gone. */
export const passagesOf = (stored: string | null): Passage[] =>
  stored === null || !stored.startsWith('[') ? [] : schemaFor(list).parse(JSON.parse(stored));

/** Whether a text is a stored list of passages. */
export const isPassages = (stored: string): boolean => {
  try {
    return schemaFor(list).safeParse(JSON.parse(stored)).success;
  } catch {
    // No JSON at all.
    return false;
  }
};

/** The same list for somebody else, or elsewhere: where its files are is not known there. */
export const withoutAddresses = (stored: string): string =>
  JSON.stringify(passagesOf(stored).map(({ file: { name }, ...rest }) => ({ ...rest, file: { name } })));

/** The numbers that an answer cites, as `[#3]` or `[#1, #3]`. */
const numbersIn = (answer: string): ReadonlySet<number> =>
  new Set(
    [...answer.matchAll(/\[(#\d{1,4}(?:[,;\s]+#\d{1,4})*)\]/g)].flatMap(([, cited = '']) =>
      [...cited.matchAll(/\d+/g)].map(([number]) => Number(number)),
    ),
  );

/** Those of the passages which a model was given that its answer cites, by their numbers. What it makes up is none. */
export const citedPassages = (answer: string, files: readonly ModelFile[]): Passage[] => {
  const numbers = numbersIn(answer);
  if (numbers.size === 0) return [];
  return files.flatMap(({ name, url, document }) =>
    (document?.passages ?? []).flatMap(({ n, page, position, text }): Passage[] =>
      n === undefined || !numbers.has(n)
        ? []
        : [
            {
              n,
              file: { name, ...(url === undefined ? {} : { url }) },
              ...(page === undefined ? {} : { page }),
              position,
              text: text.slice(0, shown).toWellFormed(),
            },
          ],
    ),
  );
};
