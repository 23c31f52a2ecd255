import { chmodSync, rmSync } from 'node:fs';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { addToGraphile, graphileJobs } from './adapters/jobs/graphile.ts';
import { loadLocal } from './compose/load-local.ts';
import type { LocalParts } from './compose/local-parts.ts';
import { chooseModels, type ChosenModels } from './compose/model.ts';
import { openConfiguredDatabase } from './compose/database.ts';
import { buildApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import type { Database } from './db/database.ts';
import { lockSeeded } from './domain/accounts/seeded.ts';
import { endLocalPlans } from './domain/billing/former-local.ts';
import { seatChangesJob } from './domain/billing/abandoned-changes.ts';
import { noticesJob } from './domain/billing/notices.ts';
import { payerAddresses } from './domain/billing/payer-address.ts';
import { reconciliation } from './domain/billing/reconcile.ts';
import { chatsRemoval } from './domain/chats/deletion.ts';
import { deletionsJob } from './domain/accounts/deletion.ts';
import { importsJob } from './domain/import/requests.ts';
import { uploadsRemoval } from './domain/files/remove-uploads.ts';
import { unreadFilesJob } from './domain/files/unread.ts';
import { learning } from './domain/memories/learn.ts';
import { remindersJob } from './domain/reminders/due.ts';
import { reminders } from './domain/reminders/send.ts';
import { healthJobs } from './domain/health/release-health.ts';
import { vitalJobs } from './domain/health/vitals.ts';
import { housekeeping } from './domain/housekeeping/housekeeping.ts';
import { createLog } from './log.ts';
import { openServices } from './compose/open-services.ts';
import { openTelemetry } from './telemetry/telemetry.ts';

/**
 * Connections that may wait to be accepted: as many as arrive while the service is busy for a few hundred milliseconds.
 */
const backlog = 4096;

/** Whether the starter is connected by an IPC channel, which closes when the starter ends. */
const supervised = process.connected;

/** Listens on the address, or on the socket, which only the user of this process can open. */
const listen = async (app: FastifyInstance, { socket, host, port }: Config['listen']): Promise<string> => {
  if (socket === undefined) return app.listen({ host, port, backlog });
  rmSync(socket, { force: true });
  const address = await app.listen({ path: socket, backlog });
  chmodSync(socket, 0o600);
  return address;
};

/** Shuts down in order at a signal, or when the starter has ended. A second signal ends the wait for replies. */
const endOnRequest = (log: FastifyBaseLogger, close: (hurry: AbortSignal) => Promise<void>): void => {
  let closing: Promise<void> | undefined;
  const hurry = new AbortController();
  const end = () => {
    if (closing) hurry.abort();
    closing ??= close(hurry.signal).catch((error: unknown) => {
      log.error({ err: error }, 'The service did not shut down cleanly.');
      process.exit(1);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  // The starter has ended, so nobody else would end this process.
  process.once('disconnect', end);
  if (supervised && !process.connected) end();
};

/** Starts the recurring jobs and the tasks of this service. */
const startJobs = (
  services: Awaited<ReturnType<typeof openServices>>,
  local: LocalParts | undefined,
  log: FastifyBaseLogger,
) => {
  const { database } = services;
  return graphileJobs(database.pool, log)(
    [
      ...housekeeping(database),
      ...healthJobs(database),
      ...vitalJobs(database),
      local && services.payments.ownLedger ? local.renewals(database) : endLocalPlans(database),
      reconciliation(services, log),
      seatChangesJob(services, log),
      noticesJob(services, log),
      uploadsRemoval(services),
      unreadFilesJob(services, log),
      chatsRemoval(services),
      importsJob(services),
      deletionsJob(services, log),
      remindersJob(database.db, addToGraphile),
    ],
    [...services.mail.tasks, reminders(services), learning(services, log), payerAddresses(services)],
  );
};

const serve = async (config: Config, log: FastifyBaseLogger, database: Database): Promise<void> => {
  const endTelemetry = await openTelemetry(process.env);
  const local = await loadLocal(config);
  if (config.public) await lockSeeded(database);
  else if (config.seed) await local?.seed(database);
  let description = '';
  let embeddings: ChosenModels['embeddings'] = [];
  let checked: Promise<string | undefined> = Promise.resolve(undefined);
  const services = await openServices({
    config,
    database,
    log,
    local,
    catalog: async (objects) => {
      const { model, models, modelInput } = config;
      const chosen = await chooseModels({ ...model, models, pictures: modelInput.images }, objects, local);
      ({ description, embeddings } = chosen);
      checked = chosen.problem ?? checked;
      return chosen.catalog;
    },
    embeddings: () => embeddings,
  });
  const app = await buildApp(services, local, log);
  const jobs = await startJobs(services, local, log);
  services.imports.wake();

  endOnRequest(log, async (hurry) => {
    if (config.drainSeconds > 0) await services.replies.drain(config.drainSeconds * 1000, hurry);
    await app.close();
    await jobs.close();
    await services.replies.close();
    await database.close();
    await endTelemetry();
    process.exit(0);
  });

  const address = await listen(app, config.listen).catch(async (error) => {
    await jobs.close();
    await services.replies.close();
    throw error;
  });
  const problem = await checked;
  if (problem) log.warn({ model: description }, `The model does not work as configured: ${problem}`);
  const model = problem ? `${description}. ${problem}` : description;
  console.log(JSON.stringify({ ready: true, address, model, mailbox: local?.mailboxPath ?? null }));
};

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const database = await openConfiguredDatabase(config, (error) => {
    log.warn({ err: error }, 'A connection to the database was lost.');
  });
  const { pgvector } = database;
  log.info(
    pgvector,
    pgvector.used
      ? 'Vectors of files are compared in the database with pgvector.'
      : 'Vectors of files are compared in the service: pgvector is not used.',
  );
  try {
    await serve(config, log, database);
  } catch (error) {
    await database.close();
    throw error;
  }
};

const sentence = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one with PORT.`;
  if (code === 'ENOSPC') return 'The disk is full.';
  return error.message;
};

start().catch((error: unknown) => {
  console.error(sentence(error));
  process.exit(1);
});
