import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * Whether a column has this email address, in whatever case. The database maps both to lower case: JavaScript maps some
 * letters differently, and then an account would never be found again.
 */
export const sameAddress = (column: AnyColumn, email: string): SQL => sql`lower(${column}) = lower(${email}::text)`;

/**
 * The key of an email address for limits. Each letter is mapped by itself, as databases do: addresses that are the same
 * there have the same key.
 */
export const addressKey = (email: string): string =>
  Array.from(email, (letter) => Array.from(letter.toLowerCase())[0]).join('');
