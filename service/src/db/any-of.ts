import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** Whether the text column is one of `values`, as one parameter: a chat may have thousands of messages. */
export const anyOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...values])}::text[])`;
