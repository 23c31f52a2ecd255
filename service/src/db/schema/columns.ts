import { text, timestamp } from 'drizzle-orm/pg-core';
import { newId } from '../id.ts';

/** An id of 24 hex characters, ordered by time. */
export const id = () => text().primaryKey().$defaultFn(newId);
/**
 * A timestamp in milliseconds, like in JavaScript and on the wire, so that a cursor made from it finds its own row
 * again.
 */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
export const created = () => instant().notNull().defaultNow();

/** A file of an agent or a collection. */
export interface StoredFile {
  name: string;
  type: string;
  url: string;
  aspectRatio?: number;
}
