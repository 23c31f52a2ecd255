import { sql, type SQL } from 'drizzle-orm';

/** A term as it may be written: accents as letters of their own, or as signs behind letters. */
export const formsOf = (term: string): string[] => [...new Set([term.normalize('NFC'), term.normalize('NFD')])];
export const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);
/** Too short for trigrams of its own: then words begin with the term. */
const isShort = (text: string): boolean => isAscii(text) && !/[a-z0-9]{3}/i.test(text) && /^[a-z0-9]+$/i.test(text);

/** The trigrams that a text has where it holds the form: a word ends at a sign of ASCII, and may go on at any other. */
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

/** Every sign of ASCII that is no letter and no digit, as a class: from a longer one trigrams are not made. */
const ends = String.raw`[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]`;

/** Whether a word of `text` begins with the term: at the start, or after anything but a letter. */
const begins = (text: SQL, form: string): SQL => sql`(${text} ~* ${`\\m${form}`} or ${text} ~* ${ends + form})`;

/** Whether `text` holds the term. */
export const holds = (text: SQL, forms: readonly string[]): SQL =>
  either(forms.map((form) => (isShort(form) ? begins(text, form) : sql`${text} ilike ${pattern(form)}`)));

/**
 * Whether `text` holds the term, of what the indexes find. In half the time of `holds`: only the letters of ASCII are
 * made small for a term of them. The two others that become such letters, “K” of kelvin and “İ”, are in no trigram.
 */
export const holdsOfFound = (text: SQL, forms: readonly string[]): SQL =>
  either(
    forms.map((form) =>
      isAscii(form) && !isShort(form)
        ? sql`strpos(lower(${text} collate "C"), ${form.toLowerCase()}) > 0`
        : holds(text, [form]),
    ),
  );

/** Whether the indexes say that `text` may hold the term: what they find is not read yet. */
export const mayHold = (text: SQL, forms: readonly string[], trigramsFor: (form: string) => readonly string[]): SQL =>
  either(
    forms.map((form) =>
      isAscii(form)
        ? sql`show_trgm(${text}) @> ${sql.param(trigramsFor(form))}::text[]`
        : sql`search_grams(${text}) @> search_grams(${form})`,
    ),
  );
