import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Job } from '../../ports/jobs.ts';
import { objectUrl } from '../../ports/objects.ts';
import { type Db, schema, type Tx } from '../../db/database.ts';
import type { WarnLog } from '../../log.ts';
import type { Parts } from '../parts.ts';
import { inspectFile } from './readings.ts';

const { messageFiles, objectReadings, objects } = schema;

export interface UnreadFile {
  readonly key: string;
  /** The name under which it is served from now on. */
  readonly name: string;
}

type Reader = Pick<Parts, 'database' | 'objects' | 'extraction' | 'sealer' | 'now' | 'ending'>;

const minute = 60_000;
/** The milliseconds that a message waits: as long as the reading of one upload may take. */
const longestWait = minute;
/** Milliseconds until a file that could not be read is tried again, so that it does not delay each message. */
const retryAfter = 60 * minute;
/** The number of files that are open at the same time for one message: each may be a connection to the store. */
const atOnce = 2;

/** Ends a transaction that needs files nobody has read. They are read without it, as that may take long. */
export class UnreadFiles extends Error {
  readonly files: readonly UnreadFile[];
  constructor(files: readonly UnreadFile[]) {
    super('Files have to be read first.');
    this.files = files;
  }
}

/** Does `write`, and if that throws `UnreadFiles`, reads them and does it again. */
export const onceRead = async <T>(
  write: () => Promise<T>,
  read: (files: readonly UnreadFile[]) => Promise<void>,
): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UnreadFiles)) throw error;
    await read(error.files);
    return write();
  }
};

/** When files of this process could not be read. Most were read too slowly, which is not stored as their reading. */
const failed = new Map<string, number>();

const failedLately = (key: string, now: number): boolean => {
  const at = failed.get(key);
  if (at !== undefined && at + retryAfter <= now) failed.delete(key);
  return failed.has(key);
};

const isUnread = and(isNotNull(objects.uploadedDate), isNull(objectReadings.key));

/** Those of the files that are stored but have not been read: imports only store files. */
export const unreadAmong = async (db: Tx, files: readonly UnreadFile[], now: number): Promise<UnreadFile[]> => {
  const candidates = files.filter(({ key }) => !failedLately(key, now));
  if (candidates.length === 0) return [];
  const keys = candidates.map(({ key }) => key);
  const rows = await db
    .select({ key: objects.key })
    .from(objects)
    .leftJoin(objectReadings, eq(objectReadings.key, objects.key))
    .where(and(inArray(objects.key, keys), isUnread));
  const unread = new Set(rows.map(({ key }) => key));
  return candidates.filter(({ key }) => unread.has(key));
};

/** Reads one file. A failure is logged: what needs the file does without it for now. */
const readOne = async (services: Reader, { key, name }: UnreadFile, log: WarnLog): Promise<void> => {
  try {
    const inspection = await inspectFile(services, key, name);
    if (inspection && 'reason' in inspection && inspection.reason === 'tooLong') failed.set(key, services.now());
  } catch (error) {
    if (services.ending.aborted) return;
    failed.set(key, services.now());
    log.warn({ err: error, key }, 'A file could not be read.');
  }
};

/**
 * Reads files for a message, which waits for `wait` milliseconds at most. The rest is read in the meantime for the next
 * message. What was read until the process ends is stored.
 */
export const readUnread = async (
  services: Reader,
  files: readonly UnreadFile[],
  log: WarnLog,
  wait = longestWait,
): Promise<void> => {
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file && !services.ending.aborted; file = waiting.shift())
      await readOne(services, file, log);
  };
  const ended = new AbortController();
  const read = Promise.all(Array.from({ length: atOnce }, work)).finally(() => ended.abort());
  // The pause only fails because everything was read before.
  await Promise.race([read, pause(wait, undefined, { ref: false, signal: ended.signal }).catch(() => undefined)]);
};

const page = 100;
/** Milliseconds that one run of the job starts to read files in. */
const longestRun = 10 * minute;
/** Files that were uploaded in these last milliseconds are being read for whoever uploaded them. */
const settling = 10 * minute;

const nameOf = async (db: Db, key: string): Promise<string> => {
  const named = db.select({ name: messageFiles.name }).from(messageFiles);
  const [row] = await named.where(eq(messageFiles.url, objectUrl(key))).limit(1);
  return row?.name ?? basename(key);
};

const readAll = async (services: Reader, log: WarnLog): Promise<void> => {
  const { db } = services.database;
  const started = services.now();
  const uploadedBefore = lt(objects.uploadedDate, new Date(started - settling));
  for (let after = ''; ;) {
    const rows = await db
      .select({ key: objects.key })
      .from(objects)
      .leftJoin(objectReadings, eq(objectReadings.key, objects.key))
      .where(and(gt(objects.key, after), eq(objects.folder, 'chatFiles'), isUnread, uploadedBefore))
      .orderBy(asc(objects.key))
      .limit(page);
    for (const { key } of rows) {
      if (services.ending.aborted || services.now() - started > longestRun) return;
      if (!failedLately(key, started)) await readOne(services, { key, name: await nameOf(db, key) }, log);
    }
    if (rows.length < page) return;
    after = rows.at(-1)!.key;
  }
};

/**
 * Reads imported files that no message has needed so far, so that later ones do not wait, and pictures that browsers
 * cannot show are converted. What a run does not reach is left to the next one.
 */
export const unreadFilesJob = (services: Reader, log: WarnLog): Job => ({
  name: 'read-files',
  every: 'hour',
  run: () => readAll(services, log),
});
