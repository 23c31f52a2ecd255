import { gt, sql } from 'drizzle-orm';
import { type Db, schema } from '../../db/database.ts';
import type { ErrorLog } from '../../log.ts';
import type { TextKind } from './estimate.ts';

const { tokenFactors } = schema;

/** The factors by which the plain estimate is multiplied, by model and kind of text. */
export interface Factors {
  /** The factor; 1 if nothing is known yet. */
  of(model: string, kind: TextKind): number;
  /** Applies to this instance at once; it is stored and reaches other instances within a minute. */
  put(model: string, kind: TextKind, factor: number): void;
  /** Stores new factors, and reads those that other instances stored. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds between two synchronizations. */
const syncInterval = 60_000;
/** A smaller change of a factor is not worth an update. */
const minChange = 0.005;

/** Whether this process has closed the database, as after a failed start. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  error.cause.message.includes('after calling end on the pool');

/** Reads the stored factors, and from then on synchronizes them every minute. */
export const openFactors = async (db: Db, log: ErrorLog): Promise<Factors> => {
  const known = new Map<string, number>();
  const changed = new Map<string, { readonly model: string; readonly kind: TextKind; readonly factor: number }>();
  let since = new Date(0);
  const keyOf = (model: string, kind: string) => `${kind} ${model}`;

  const read = async (): Promise<void> => {
    const rows = await db.select().from(tokenFactors).where(gt(tokenFactors.lastUpdate, since));
    for (const { model, kind, factor, lastUpdate } of rows) {
      if (!changed.has(keyOf(model, kind))) known.set(keyOf(model, kind), factor);
      if (lastUpdate > since) since = lastUpdate;
    }
  };
  const store = async (): Promise<void> => {
    const rows = [...changed.values()];
    if (rows.length === 0) return;
    await db
      .insert(tokenFactors)
      .values(rows)
      .onConflictDoUpdate({
        target: [tokenFactors.model, tokenFactors.kind],
        set: { factor: sql`excluded.factor`, samples: sql`${tokenFactors.samples} + 1`, lastUpdate: sql`now()` },
      });
    for (const row of rows)
      if (changed.get(keyOf(row.model, row.kind)) === row) changed.delete(keyOf(row.model, row.kind));
  };
  const sync = async (): Promise<void> => {
    await store();
    await read();
  };
  await read();
  let syncing = Promise.resolve();
  const timer = setInterval(() => {
    syncing = sync().catch((error: unknown) => {
      if (isClosed(error)) clearInterval(timer);
      else log.error({ err: error }, 'Token statistics could not be stored; retrying.');
    });
  }, syncInterval).unref();
  return {
    of: (model, kind) => known.get(keyOf(model, kind)) ?? 1,
    put(model, kind, factor) {
      const key = keyOf(model, kind);
      if (Math.abs(factor - (known.get(key) ?? 1)) < minChange) return;
      known.set(key, factor);
      changed.set(key, { model, kind, factor });
    },
    sync,
    async close() {
      clearInterval(timer);
      await syncing;
      await store().catch((error: unknown) => log.error({ err: error }, 'Token statistics could not be stored.'));
    },
  };
};
