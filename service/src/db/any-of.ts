import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * Whether the column matches one of `ids`, which must not contain commas. They are passed as one string: a chat may
 * have thousands of ids, and the elements of an array would be quoted one by one.
 */
export const anyOf = (column: AnyColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(string_to_array(${ids.join(',')}, ','))`;
