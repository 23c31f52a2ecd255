import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { inject } from 'vitest';
import { createDemoModel } from '../local/demo/model/demo.ts';
import { createLocalParts } from '../local/parts.ts';
import type { LocalParts } from '../compose/local-parts.ts';
import { openModels, withSoleModel } from '../compose/model.ts';
import { catalogOf } from '../ports/model-catalog.ts';
import type { ModelPort } from '../ports/model.ts';
import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { openDatabase, type Db } from '../db/database.ts';
import { newId } from '../db/id.ts';
import { openServices } from '../compose/open-services.ts';
import type { RunImport } from '../imports/imports.ts';
import { runTask } from '../imports/run-task.ts';
import type { Services } from '../calls/services.ts';
import { createClient, type TestClient } from './client.ts';
import { template } from './database.ts';
import { createUser, type NewUser } from './users.ts';

export const origin = 'http://atrium.test';

/** Shared by all test apps, because deriving a key from it is slow by design. */
const secret = 'a secret of all test apps';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly config: Config;
  readonly local: LocalParts;
  readonly services: Services;
  readonly db: Db;
  /** Creates a user, with an active plan if `premium` is set. */
  createUser(user?: NewUser): Promise<{ id: string; email: string }>;
  /** Columns of a pending message that this instance answers; the sweep would soon fail one that none answers. */
  lease(): { leaseOwner: string; leaseUntil: Date };
  /** A client that is signed in as the user. */
  as(user: { id: string }): TestClient;
  readonly visitor: TestClient;
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly model?: ModelPort;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  /** Connections of the pool. */
  readonly connections?: number;
  /** Receives what requests log; by default nothing does. */
  readonly log?: FastifyBaseLogger;
  /** Runs imports in a separate process, as the product does, where a test is not about their content only. */
  readonly importsApart?: boolean;
}

const admin = async (statement: string): Promise<void> => {
  const client = new Client({ ...inject('cluster'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Creates a separate database from the migrated template. */
export const createTestDatabase = async () => {
  const name = `test_${newId()}`;
  await admin(`create database ${name} template ${template} strategy file_copy`);
  return {
    connection: { ...inject('cluster'), database: name },
    drop: () => admin(`drop database ${name} with (force)`),
  };
};

/** Starting a process takes longer than most imports of tests. */
const importHere: RunImport = (task, { log, onChanged }) => {
  const onUnwritten = (error: unknown) => log.error({ err: error }, 'The progress of an import could not be stored.');
  return runTask(task, { onChanged, onUnwritten });
};

const failLoudly = (details: object, message: string) => {
  throw new Error(`${message} ${JSON.stringify(details)}`, { cause: details });
};

/** Starts the whole service in this process on a separate database. `close` removes both. */
export const createTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const { connection, drop } = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'atrium-app-'));
  const config = readConfig({
    ATRIUM_ORIGIN: origin,
    ATRIUM_DATA: folder,
    ATRIUM_SECRET_KEY: secret,
    // On a busy machine the answer of an embedder is late, and the passages would be found by words.
    MODEL_EMBEDDING_WAIT: '60000',
    ...options.env,
  });
  const database = openDatabase(connection, {
    max: options.connections ?? 5,
    onError: (error) => failLoudly(error, 'The pool broke.'),
    watched: true,
  });
  const discard = async () => {
    await database.close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  };
  const local = createLocalParts(config);
  const services = await openServices({
    config,
    database,
    local,
    log: { warn: () => undefined, error: failLoudly },
    catalog: async (objects) => {
      const opened = await openModels(config.models, config.model);
      if (opened.some(({ entry }) => entry.for.includes('chat'))) return catalogOf(opened);
      const model = options.model ?? createDemoModel({ objects, tokensPerSecond: 0 });
      return withSoleModel('test', model, opened);
    },
    ...(options.now ? { now: options.now } : {}),
    ...(options.importsApart ? {} : { runImport: importHere }),
  }).catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  const app = await buildApp(services, local, options.log);
  return {
    app,
    config,
    local,
    services,
    db: database.db,
    createUser: (user) => createUser(database.db, user),
    lease: () => ({ leaseOwner: services.replies.id, leaseUntil: new Date(Date.now() + 3_600_000) }),
    as: (user) => createClient(app, origin, async () => (await services.sessions.open(user.id))!.token),
    visitor: createClient(app, origin),
    close: async () => {
      // Work that is running would be handed over to the next process, and a test has none.
      await services.background.settled();
      await app.close();
      await services.replies.close();
      await discard();
    },
  };
};
