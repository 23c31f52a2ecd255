import { join } from 'node:path';
import { createMemoryLimits } from './adapters/limits/memory.ts';
import { chooseLocation } from './adapters/location/choose.ts';
import { createMailbox } from './adapters/mail/mailbox.ts';
import type { ModelPort } from './adapters/model/port.ts';
import { createLocalObjects } from './adapters/objects/local.ts';
import { recordObjects } from './adapters/objects/recorded.ts';
import { createLocalPayments } from './adapters/payments/local/local.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { createSessions } from './domain/accounts/sessions.ts';
import { startReplyHub, type HubLog } from './domain/replies/hub.ts';
import type { LocalObjectStore } from './adapters/objects/local.ts';
import type { Services } from './services.ts';

export interface ServiceParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: HubLog;
  /** Chooses the model; it may keep what it makes in `objects`. */
  readonly model: (objects: LocalObjectStore) => Promise<ModelPort>;
  readonly now?: () => number;
}

/** Puts the services of one process together on a database that is open and migrated. */
export const openServices = async ({ config, database, log, model, now }: ServiceParts): Promise<Services> => {
  const objects = recordObjects(createLocalObjects(join(config.dataFolder, 'objects'), now), database.db);
  const chosen = await model(objects);
  return {
    config,
    now: now ?? Date.now,
    database,
    objects,
    model: chosen,
    sessions: createSessions(database, now, log),
    limits: createMemoryLimits(),
    location: chooseLocation(config.location, log),
    mail: createMailbox(),
    payments: createLocalPayments(database, now),
    replies: await startReplyHub({
      pool: database.pool,
      connection: database.connection,
      model: chosen,
      log,
      silence: config.model.silenceSeconds * 1000,
      // Beside other instances a lost connection is not yet a death.
      grace: config.databaseUrl ? 2500 : 0,
    }),
  };
};
