import { passage as passageShape, type Passage } from '@atrium/shared-kernel/contracts/entities/passage';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import * as z from 'zod/mini';
import type { ModelFile } from '../../ports/model.ts';

const list = () => z.array(passageShape());
/** The characters of a passage that readers see. */
const shown = 500;

/** The stored passages of a message; empty if nothing was cited or the key is gone. */
export const passagesOf = (stored: string | null): Passage[] =>
  stored === null || !stored.startsWith('[') ? [] : schemaFor(list).parse(JSON.parse(stored));

/** Whether a text is a stored list of passages. */
export const isPassages = (stored: string): boolean => {
  try {
    return schemaFor(list).safeParse(JSON.parse(stored)).success;
  } catch {
    // The text is not JSON.
    return false;
  }
};

/** The passages with the file URLs that `urlOf` returns. Undefined: the reader cannot open the file. */
export const withUrls = (passages: readonly Passage[], urlOf: (url: string) => string | undefined): Passage[] =>
  passages.map(({ file: { name, url }, ...rest }) => {
    const next = url === undefined ? undefined : urlOf(url);
    return { ...rest, file: { name, ...(next === undefined ? {} : { url: next }) } };
  });

/** The same list for a copy in which file URLs are unknown. */
export const withoutUrls = (stored: string): string => JSON.stringify(withUrls(passagesOf(stored), () => undefined));

/** The numbers that an answer cites, in the form `[#3]` or `[#1, #3]`. */
const numbersIn = (answer: string): ReadonlySet<number> =>
  new Set(
    [...answer.matchAll(/\[(#\d{1,4}(?:[,;\s]+#\d{1,4})*)\]/g)].flatMap(([, cited = '']) =>
      [...cited.matchAll(/\d+/g)].map(([number]) => Number(number)),
    ),
  );

/** The passages that the answer cites, among those sent to the model. Invented numbers are ignored. */
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
