import type { ClientBase } from 'pg';

export interface Table {
  /** Quoted, with its schema. */
  readonly name: string;
  /** Quoted. Generated columns are left out. */
  readonly columns: readonly string[];
}

interface Row extends Table {
  readonly oid: number;
  readonly refs: readonly number[];
}

/**
 * The tables of the product and of its jobs. Left out are the records of migrations, which a migration writes again;
 * `changes`, which refer to transaction numbers of one database; and the `open_…` tables, which are rebuilt from the
 * sealed ones.
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

/** The creation time of the newest migration that was applied, in milliseconds since 1970. */
export const schemaOf = async (client: ClientBase): Promise<number> => {
  const { rows } = await client.query<{ step: string }>(
    'select max(created_at)::text as step from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.step);
};
