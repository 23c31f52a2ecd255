import { sql, type SQL } from 'drizzle-orm';

/** The Unicode forms of a term: with precomposed accents, and with combining ones. */
export const formsOf = (term: string): string[] => [...new Set([term.normalize('NFC'), term.normalize('NFD')])];
export const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);
/** Too short for trigrams of its own, so only words that begin with the term match. */
export const isShort = (text: string): boolean =>
  isAscii(text) && !/[a-z0-9]{3}/i.test(text) && /^[a-z0-9]+$/i.test(text);

/**
 * The trigrams of any text that contains the form. An ASCII character other than a letter or digit ends a word; a
 * non-ASCII character may continue it.
 */
export const trigramsOf = (form: string): string[] => {
  const found = new Set<string>();
  for (const { 0: run, index } of form.toLowerCase().matchAll(/[a-z0-9]+/g)) {
    const [before = '', after = ''] = [form[index - 1], form[index + run.length]];
    const begins = isShort(form) || (before !== '' && isAscii(before));
    const padded = `${begins ? '  ' : ''}${run}${after !== '' && isAscii(after) ? ' ' : ''}`;
    for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3));
  }
  return [...found];
};

const pattern = (term: string) => `%${term.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

const either = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`;

/** A class of all ASCII characters except letters and digits. pg_trgm makes no trigrams from a longer class. */
const ends = String.raw`[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]`;

/** Whether a word of `text` begins with the term: at the start, or after anything that is not a letter. */
const begins = (text: SQL, form: string): SQL => sql`(${text} ~* ${`\\m${form}`} or ${text} ~* ${ends + form})`;

/** Whether `text` contains the term. */
export const containsTerm = (text: SQL, forms: readonly string[]): SQL =>
  either(forms.map((form) => (isShort(form) ? begins(text, form) : sql`${text} ilike ${pattern(form)}`)));

/**
 * Whether `text` contains the term, for candidates from the indexes. It takes half the time of `containsTerm`, because
 * only ASCII letters are lowercased for an ASCII term. The two other characters whose lowercase is ASCII, the Kelvin
 * sign “K” and “İ”, are in no trigram.
 */
export const candidateContainsTerm = (text: SQL, forms: readonly string[]): SQL =>
  either(
    forms.map((form) =>
      isAscii(form) && !isShort(form)
        ? sql`strpos(lower(${text} collate "C"), ${form.toLowerCase()}) > 0`
        : containsTerm(text, [form]),
    ),
  );

/** Whether, by the indexes alone, `text` may contain the term. */
export const mayContainTerm = (
  text: SQL,
  forms: readonly string[],
  trigramsFor: (form: string) => readonly string[],
): SQL =>
  either(
    forms.map((form) =>
      isAscii(form)
        ? sql`show_trgm(${text}) @> ${sql.param(trigramsFor(form))}::text[]`
        : sql`search_grams(${text}) @> search_grams(${form})`,
    ),
  );
