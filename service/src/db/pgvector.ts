import type { Client } from 'pg';

/** Whether the database compares vectors itself; if not, why. */
export type Pgvector = { readonly used: true } | { readonly used: false; readonly why: string };

/** Drops the table if an operator has removed the extension, and its column with it. */
const removeBroken = `do $$ begin
  if to_regclass('open_sentences') is not null and not exists (
    select from pg_attribute where attrelid = to_regclass('open_sentences') and attname = 'vector' and not attisdropped)
  then drop table open_sentences; end if; end $$`;

/**
 * Vectors of sentences of open files. Vectors larger than a page are stored out of line; others are read with their
 * row.
 */
const create = `
  create extension if not exists vector;
  create table open_sentences (
    file integer not null references open_files (number) on delete cascade,
    embedder text not null, position integer not null, place integer not null,
    sample bytea not null, vector vector not null,
    primary key (file, embedder, position, place));
  alter table open_sentences alter column vector set storage main;
  update open_files set embedders = '{}'`;

/**
 * Creates the table for vectors if the database has pgvector and lets the service use it. The schema does not depend on
 * it: a database without the extension has the same migrations.
 */
export const preparePgvector = async (client: Client): Promise<Pgvector> => {
  await client.query(removeBroken);
  const { rows } = await client.query<{ made: boolean; there: boolean }>(`
    select to_regclass('open_sentences') is not null as made,
      exists (select from pg_available_extensions where name = 'vector') as there`);
  if (rows[0]?.made) return { used: true };
  if (!rows[0]?.there) return { used: false, why: 'the database does not have the extension' };
  try {
    // Several statements in one query run as one transaction.
    await client.query(create);
    return { used: true };
  } catch (error) {
    return { used: false, why: error instanceof Error ? error.message : String(error) };
  }
};
