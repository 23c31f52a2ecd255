import { text, timestamp } from 'drizzle-orm/pg-core';
import { newId } from '../id.ts';

/** 24 hex characters, time-ordered. */
export const id = () => text().primaryKey().$defaultFn(newId);
/** Milliseconds, as JavaScript and the wire have them: a cursor made of it finds its own row again. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
export const created = () => instant().notNull().defaultNow();

/** A file of an agent or a collection. */
export interface StoredFile {
  name: string;
  type: string;
  url: string;
  aspectRatio?: number;
}
