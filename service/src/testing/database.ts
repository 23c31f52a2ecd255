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

/** What is written has to survive nothing, and databases that live for seconds need no upkeep. */
const forgetful = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'max_wal_size=4GB'];

/** One PostgreSQL for the run, with a migrated template from which each test app makes its own database. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  // Each app copies the template's three hundred files, which costs a disk several times as much.
  const folder = makeMemoryFolder('atrium-test-');
  // Root hands the cluster to a user without rights, who must be able to enter.
  chmodSync(folder, 0o711);
  const cluster = await startEmbedded(join(folder, 'postgres'), [...forgetful, 'max_connections=300']);
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
