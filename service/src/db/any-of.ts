import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * Whether the column of ids is one of `ids`, which hold no comma. They are one parameter, and one text: a chat may have
 * thousands, and an array of them is quoted one by one.
 */
export const anyOf = (column: AnyColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(string_to_array(${ids.join(',')}, ','))`;
