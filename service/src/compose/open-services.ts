import { join } from 'node:path';
import { chooseSignals } from '../adapters/changes/choose.ts';
import type { ConfiguredModel } from '../adapters/model/catalog/read.ts';
import { createPostgresFeed } from '../adapters/changes/postgres.ts';
import { createConsent } from '../adapters/consent/oauth.ts';
import { createDocuments } from '../adapters/documents/in-processes.ts';
import { createEgress } from '../adapters/egress/client.ts';
import { createExtraction } from '../adapters/extraction/children.ts';
import { createIcons } from '../adapters/favicons/icons.ts';
import { createIdentity } from '../adapters/identity/openid.ts';
import { addToGraphile } from '../adapters/jobs/graphile.ts';
import { chooseLimits } from '../adapters/limits/choose.ts';
import { chooseLocation } from '../adapters/location/choose.ts';
import { openObjects } from '../adapters/objects/choose.ts';
import { recordObjects } from '../adapters/objects/recorded.ts';
import { loadOpenAiTokenizer } from '../adapters/model/tokenizers.ts';
import { choosePush } from '../adapters/push/choose.ts';
import { chooseResearch } from '../adapters/research/choose.ts';
import { createHtmlReader } from '../adapters/research/page/in-processes.ts';
import type { Services } from '../calls/services.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { outsideTransaction } from '../db/transaction-guard.ts';
import { createSealer } from '../db/sealed.ts';
import { secretsOf } from '../db/secrets.ts';
import { createSessions } from '../domain/accounts/sessions.ts';
import { startChangeStreams } from '../domain/changes/change-streams.ts';
import { createBackgroundTasks } from '../domain/background-tasks.ts';
import { createCounting, type Counting } from '../domain/context/counting.ts';
import { openFactors } from '../domain/context/factors.ts';
import { createAttempts } from '../domain/identity/attempts.ts';
import { startReplyHub } from '../domain/replies/hub.ts';
import { createImports, type RunImport } from '../imports/imports.ts';
import type { ErrorLog } from '../log.ts';
import { modelsFor } from '../domain/models/choice.ts';
import { metered } from '../domain/usage/meter.ts';
import type { Embedders, EmbeddingsPort } from '../ports/embeddings.ts';
import { catalogOf, type CatalogModel, type ModelCatalog, type ModelEntry } from '../ports/model-catalog.ts';
import type { SignedObjectStore } from '../ports/objects.ts';
import type { LocalParts } from './local-parts.ts';
import { chooseMail } from './mail.ts';
import { openModes } from './modes.ts';
import { choosePayments } from './payments.ts';
import { chooseTranscription } from './transcription.ts';

/**
 * Opens the models for embeddings. Content of secure chats only goes to a model that is also meant for secure chats.
 */
const openEmbedders = async (able: readonly ConfiguredModel[]): Promise<Embedders> => {
  if (able.length === 0) return {};
  const { createEmbeddings } = await import('../adapters/model/embeddings.ts');
  const opened = new Map<ConfiguredModel, EmbeddingsPort>();
  for (const model of able) opened.set(model, await createEmbeddings(model));
  const secure = able.find(({ entry }) => entry.for.includes('secure'));
  return { open: opened.get(able[0]!), secure: secure && opened.get(secure) };
};

/** Opens the identity providers that are set up, else their stand-in if there is one. */
const openIdentity = (
  { identity: settings }: Config,
  local: LocalParts | undefined,
  now?: () => number,
): Pick<Services, 'identity' | 'consent'> => {
  const parts = local?.identity ?? { settings };
  return { identity: createIdentity({ ...parts, now }), consent: createConsent(parts) };
};

export interface ServiceParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: ErrorLog;
  /** Chooses the models, which may store what they generate in `objects`. */
  readonly catalog: (objects: SignedObjectStore) => Promise<ModelCatalog>;
  /** Returns the models for embeddings, and is called after `catalog`. By default those of the environment. */
  readonly embeddings?: () => readonly ConfiguredModel[];
  readonly local: LocalParts | undefined;
  readonly now?: () => number;
  /** Runs an import; by default in a separate process. */
  readonly runImport?: RunImport | undefined;
}

/** Makes every model count its use, and in tests throw if it is called inside a transaction. */
const guarded = ({ models }: ModelCatalog, others: readonly ModelEntry[], observe: Counting['observe']): ModelCatalog =>
  catalogOf(
    models.map(({ entry, port }) => ({ entry, port: outsideTransaction('model', metered(entry, port, observe)) })),
    others,
  );

const guardedEmbedders = ({ open, secure }: Embedders): Embedders => ({
  open: open && outsideTransaction('embeddings', open, ['failing']),
  secure: secure && outsideTransaction('embeddings', secure, ['failing']),
});

/**
 * Chooses the model for titles, prompt help and memories: one meant for titles, else the first chat model open to all.
 */
const sideModel = (catalog: ModelCatalog): CatalogModel => {
  const everybodys = modelsFor(catalog, 'chat').find(({ entry }) => !entry.access);
  return modelsFor(catalog, 'titles')[0] ?? everybodys ?? catalog.models[0]!;
};

/** Opens the models that are set up, and the token counter that learns from their use. */
const openCatalog = async (parts: ServiceParts, objects: SignedObjectStore) => {
  const { config, database, log, local } = parts;
  const models = await parts.catalog(objects);
  const counting = createCounting({
    find: (id) => models.find(id)?.entry,
    load: loadOpenAiTokenizer,
    factors: await openFactors(database.db, log),
    log,
  });
  const transcription = chooseTranscription(config.transcription, models.models[0]!.port, local);
  const embedding = (parts.embeddings?.() ?? config.models).filter(({ entry }) => entry.for.includes('embeddings'));
  const others = [...embedding.map(({ entry }) => entry), ...(transcription?.entry ? [transcription.entry] : [])];
  const catalog = guarded(models, others, (...use) => counting.observe(...use));
  const side = sideModel(catalog);
  return { catalog, counting, transcription, embedding, side };
};

/** Creates the services of one process on a database that is open and migrated. */
export const openServices = async (parts: ServiceParts): Promise<Services> => {
  const { config, database, log, local, now } = parts;
  // Data folders of containers come and go, while a database that was configured stays.
  const secrets = () =>
    secretsOf(config.dataFolder, config.secretKeys, !config.public || config.databaseUrl === undefined);
  const { dataFolder, objects: s3 } = config;
  const store = await openObjects({ dataFolder, s3, secrets, now });
  const objects = recordObjects(
    outsideTransaction('objects', store, ['signedGet', 'signedPut', 'verifies']),
    database.db,
  );
  const { catalog, counting, transcription, embedding, side } = await openCatalog(parts, objects);
  const extraction = outsideTransaction(
    'extraction',
    createExtraction({ folder: join(config.dataFolder, 'reading'), log }),
  );
  const payments = outsideTransaction('payments', await choosePayments(config, database, local, now, log));
  const mail = chooseMail(parts);
  const egress = outsideTransaction('egress', createEgress({ log }));
  const sealer = createSealer(await secrets());
  const identity = openIdentity(config, local, now);
  const reading = { egress, extraction, readHtml: createHtmlReader({ log }), log };
  const research = outsideTransaction('research', chooseResearch(config.research, reading, log));
  const sessions = createSessions(database, now, log);
  const background = createBackgroundTasks();
  const { pool, connection } = database;
  const feed = createPostgresFeed({ connection, pool, signals: chooseSignals(config, log), log });
  return {
    config,
    now: now ?? Date.now,
    database,
    sealer,
    objects,
    extraction,
    embedders: guardedEmbedders(await openEmbedders(embedding)),
    egress,
    icons: createIcons({ egress, now: now ?? Date.now, log, folder: join(dataFolder, 'favicons') }),
    research,
    documents: outsideTransaction('documents', createDocuments({ log })),
    transcription: transcription && outsideTransaction('transcription', transcription),
    model: side.port,
    sideEntry: side.entry,
    catalog,
    sessions,
    identity: outsideTransaction('identity', identity.identity),
    consent: outsideTransaction('consent', identity.consent),
    signInAttempts: createAttempts(database, config.origins, now),
    limits: outsideTransaction('limits', chooseLimits(config.redisUrl, log)),
    location: outsideTransaction('location', chooseLocation(config.location, log)),
    mail,
    push: outsideTransaction('push', choosePush(config.push, { log })),
    payments,
    imports: createImports({
      database,
      dataFolder,
      objects: s3,
      secrets,
      log,
      onChanged: feed.announce,
      ...(parts.runImport ? { run: parts.runImport } : {}),
    }),
    background,
    ending: background.ending,
    addToTask: addToGraphile,
    changes: await startChangeStreams({ db: database.db, feed, sessions }),
    replies: await startReplyHub({
      pool,
      connection,
      catalog,
      budgets: config.budgets,
      counting,
      sealer,
      ...openModes({ config, catalog, counting, research, objects, log, local }),
      log,
      ...(now ? { now } : {}),
      silence: config.model.silenceSeconds * 1000,
      // With other instances around, a lost connection does not yet mean that an instance has died.
      grace: config.databaseUrl ? 2500 : 0,
    }),
  };
};
