import { and, count, eq, gt, gte, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { imports } from '../db/schema/data.ts';

export const maxAttempts = 3;
export const interrupted = 'This import was interrupted. Please try again: anything already here is skipped.';
const day = 24 * 60 * 60 * 1000;

/** One attempt of an import; `number` counts from 1. Whoever claims the import next has another number. */
export interface Attempt {
  readonly importId: string;
  readonly number: number;
}

/** Since when, for heartbeats that are older than `silence` milliseconds, the process counts as dead. */
const deadBefore = (silence: number): Date => new Date(Date.now() - silence);

/**
 * How often it was the user's turn: their earlier imports of a day, and earlier attempts of this one. Nobody has to wait
 * until all archives of somebody else are imported, or until one that cannot be has been tried for the last time.
 */
const turns = ({ db }: Database): SQL => {
  const earlier = alias(imports, 'earlier');
  const before = db
    .select({ all: count() })
    .from(earlier)
    .where(
      and(
        eq(earlier.userId, imports.userId),
        lt(earlier.id, imports.id),
        ne(earlier.state, 'uploading'),
        gt(earlier.createdDate, new Date(Date.now() - day)),
      ),
    );
  return sql`${imports.attempts} + ${before}`;
};

/** Claims one import, so that no other instance runs it. One that was interrupted is left alone for `pause`. */
export const claim = async (database: Database, pause: number, silence: number): Promise<Attempt | undefined> => {
  const { db } = database;
  const dead = and(eq(imports.state, 'running'), lt(imports.heartbeat, deadBefore(silence)));
  await db
    .update(imports)
    .set({ state: 'failed', msg: interrupted, heartbeat: null })
    .where(and(dead, sql`${imports.attempts} >= ${maxAttempts}`));
  const rested = or(isNull(imports.heartbeat), lte(imports.heartbeat, new Date(Date.now() - pause)));
  const next = db
    .select({ id: imports.id })
    .from(imports)
    .where(or(and(eq(imports.state, 'waiting'), rested), dead))
    .orderBy(turns(database), imports.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(imports)
    .set({ state: 'running', heartbeat: new Date(), attempts: sql`${imports.attempts} + 1` })
    .where(sql`${imports.id} in (${next})`)
    .returning({ importId: imports.id, number: imports.attempts });
  return row;
};

/** The import, while this attempt runs: another instance may have claimed it since. */
export const running = ({ importId, number }: Attempt) =>
  and(eq(imports.id, importId), eq(imports.attempts, number), eq(imports.state, 'running'));

/**
 * Whether the process of the attempt does not report any more, so that its end would be in vain: another instance may
 * claim the import at any time, or already has.
 */
export const isLost = async ({ db }: Database, { importId, number }: Attempt, silence: number): Promise<boolean> => {
  const reports = and(eq(imports.state, 'running'), gte(imports.heartbeat, deadBefore(silence)));
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        eq(imports.id, importId),
        eq(imports.attempts, number),
        // One that has stored its outcome still removes its file.
        or(inArray(imports.state, ['done', 'failed']), reports),
      ),
    );
  return rows.length === 0;
};
