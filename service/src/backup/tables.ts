import type { ClientBase } from 'pg';

export interface Table {
  /** Quoted, with its schema. */
  readonly name: string;
  /** Quoted; those that the database makes itself are left out. */
  readonly columns: readonly string[];
}

interface Row extends Table {
  readonly oid: number;
  readonly refs: readonly number[];
}

/**
 * Of the product and of its jobs; what a migration writes down of itself is made by the migration again. `changes` are
 * numbered by the transactions of one database and mean nothing in another; what is open of files is made again of what is
 * sealed.
 */
const statement = `
  select c.oid::int as oid, format('%I.%I', n.nspname, c.relname) as name,
    array(select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns,
    array(select f.confrelid::int from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refs
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and (n.nspname = 'public' and c.relname not in ('changes', 'open_files', 'open_passages', 'open_sentences') or n.nspname = 'graphile_worker' and c.relname like '\\_private\\_%')
  order by 2`;

/** All tables, each after those that it refers to, so that they can be filled in this order. */
export const listTables = async (client: ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Row>(statement);
  const known = new Set(rows.map(({ oid }) => oid));
  const done = new Set<number>();
  const ordered: Table[] = [];
  let left = rows;
  while (left.length > 0) {
    const free = left.filter(({ refs }) => refs.every((ref) => done.has(ref) || !known.has(ref)));
    if (free.length === 0) throw new Error(`Tables refer to one another: ${left.map(({ name }) => name).join(', ')}.`);
    for (const { oid, name, columns } of free) {
      done.add(oid);
      ordered.push({ name, columns });
    }
    left = left.filter(({ oid }) => !done.has(oid));
  }
  return ordered;
};

/** The time of the newest step of the schema. */
export const schemaOf = async (client: ClientBase): Promise<number> => {
  const { rows } = await client.query<{ step: string }>(
    'select max(created_at)::text as step from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.step);
};
