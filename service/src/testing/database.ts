import { chmodSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeMemoryFolder } from '@atrium/shared-kernel/testing/memory-folder';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../adapters/database/embedded.ts';
import { migrateDatabase } from '../db/migrate.ts';

export const template = 'atrium_template';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { host: string; user: string };
  }
}

/** Settings without durability and maintenance, which databases that exist for seconds do not need. */
const fastSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_wal_size=4GB',
];

/** Starts one PostgreSQL for the run, with a migrated template from which each test app creates its database. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  // In memory, because each app copies the template's three hundred files, which takes several times as long on a disk.
  const folder = makeMemoryFolder('atrium-test-');
  // As root, PostgreSQL runs as an unprivileged user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  const cluster = await startEmbedded(join(folder, 'postgres'), [...fastSettings, 'max_connections=300']);
  const { host = '', user = '' } = cluster.connection;
  const admin = new Client({ ...cluster.connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${template}`);
  await admin.end();
  await migrateDatabase({ host, user, database: template });
  project.provide('cluster', { host, user });
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
};
