import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { newId } from '../db/id.ts';

/** Milliseconds that a lease lasts without renewal, and between renewals. */
const leaseLifetime = 30_000;
const renewInterval = 10_000;

export interface Lease {
  readonly table: 'summary_leases' | 'passage_leases' | 'turn_leases';
  /** The columns that identify the work. */
  readonly of: Readonly<Record<string, string>>;
}

/**
 * Does work that only one instance may do at a time; returns false without doing it if another one is doing it. The
 * lease of a dead process expires half a minute after its last renewal.
 */
export const withLease = async (db: Db, { table, of }: Lease, work: () => Promise<void>): Promise<boolean> => {
  const owner = newId();
  const name = sql.identifier(table);
  const list = (parts: SQL[]) => sql.join(parts, sql`, `);
  const columns = list(Object.keys(of).map((column) => sql`${sql.identifier(column)}`));
  const until = sql`now() + ${leaseLifetime} * interval '1 millisecond'`;
  const { rowCount } = await db.execute(sql`
    insert into ${name} as held (${columns}, owner, until)
    values (${list(Object.values(of).map((value) => sql`${value}`))}, ${owner}, ${until})
    on conflict (${columns}) do update set owner = excluded.owner, until = excluded.until where held.until < now()`);
  if (rowCount !== 1) return false;
  const renewal = setInterval(() => {
    // A failed renewal is made up for by the next one.
    db.execute(sql`update ${name} set until = ${until} where owner = ${owner}`).catch(() => undefined);
  }, renewInterval);
  try {
    await work();
  } finally {
    clearInterval(renewal);
    await db.execute(sql`delete from ${name} where owner = ${owner}`);
  }
  return true;
};
