import type { SignedObjectStore } from '../../ports/objects.ts';
import type { Db } from '../../db/database.ts';
import type { ImportReport } from '../../db/schema/data.ts';
import type { Sealer } from '../../db/sealed.ts';
import { exportFormat } from '../export/data-json.ts';
import { jsonPieces, type Piece } from './json-pieces.ts';
import { damaged, ImportRefused } from './refused.ts';
import { createTally } from './report.ts';
import { importAtrium } from './import-atrium.ts';
import { importChatGpt } from './import-chatgpt.ts';
import { importFiles } from './import-files.ts';
import { type Archive, openArchive } from './zip.ts';

/** Bytes of one conversation, or message, that is taken. */
const longest = 16 * 1024 * 1024;
/** Of the whole work the part that is checking. */
const checking = 0.3;

export type ImportSource = 'atrium' | 'chatgpt';

export interface ImportWork {
  readonly db: Db;
  readonly objects: SignedObjectStore;
  readonly sealer: Sealer;
  readonly userId: string;
  readonly key: string;
  /** Is told how much is done, in percent. */
  readonly progress: (percent: number) => void;
}

interface Found {
  readonly source: ImportSource;
  /** The entries with the data, in their order. */
  readonly names: readonly string[];
  /** Bytes of them all. */
  readonly size: number;
}

const conversations = /(?:^|\/)conversations(?:-\d+)?\.json$/;

const findData = ({ entries }: Archive): Found => {
  const all = [...entries.values()];
  const own = all.filter(({ name }) => name === 'data.json');
  const foreign = all.filter(({ name }) => conversations.test(name)).toSorted((a, b) => a.name.localeCompare(b.name));
  const chosen = own.length > 0 ? own : foreign;
  if (chosen.length === 0)
    throw new ImportRefused('This archive holds neither an export of Atrium nor one of ChatGPT.');
  const size = chosen.reduce((sum, entry) => sum + entry.size, 0);
  return { source: own.length > 0 ? 'atrium' : 'chatgpt', names: chosen.map(({ name }) => name), size };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The person is told that the file is damaged; its text belongs in no log.
    throw new ImportRefused('broken');
  }
};

/** Every piece of the data with its value; undefined for one that is too long. */
async function* valuesOf(archive: Archive, { names }: Found, onBytes: (bytes: number) => void) {
  for (const name of names) {
    const stream = await archive.open(name);
    const counted = async function* () {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        onBytes(chunk.length);
        yield chunk;
      }
    };
    try {
      for await (const { key, text } of jsonPieces(counted(), longest) as AsyncIterable<Piece>)
        yield { key, value: text === undefined ? undefined : parsed(text) };
    } catch (error) {
      throw error instanceof ImportRefused && error.message === 'broken' ? damaged(name) : error;
    } finally {
      stream.destroy();
    }
  }
}

/** Reads all of the data once, before any of it is taken: what is damaged, or something else, is refused as a whole. */
const check = async (archive: Archive, found: Found, onBytes: (bytes: number) => void): Promise<void> => {
  const head = new Map<string, unknown>();
  for await (const { key, value } of valuesOf(archive, found, onBytes))
    if (key === 'format' || key === 'version') head.set(key, value);
    else if (found.source === 'chatgpt' && (key !== '' || typeof value !== 'object'))
      if (value !== undefined) throw new ImportRefused('This archive holds no conversations of ChatGPT.');
  if (found.source === 'chatgpt') return;
  if (head.get('format') !== exportFormat.format)
    throw new ImportRefused('This archive holds neither an export of Atrium nor one of ChatGPT.');
  if (head.get('version') !== exportFormat.version)
    throw new ImportRefused('This export comes from another version of Atrium, which this one cannot read.');
};

/**
 * Imports the archive that is stored under `key`: first all of it is checked, then taken. Taken again, it adds nothing
 * twice. Throws `ImportRefused`, with nothing taken, where it is not an export or not complete.
 */
export const runImport = async (work: ImportWork): Promise<{ source: ImportSource; report: ImportReport }> => {
  const { db, objects, sealer, userId, key, progress } = work;
  const archive = await openArchive(objects, key);
  try {
    const found = findData(archive);
    const counter = (from: number, to: number) => {
      let done = 0;
      return (bytes: number) => {
        done += bytes;
        progress(100 * (from + (to - from) * Math.min(1, done / Math.max(1, found.size))));
      };
    };
    await check(archive, found, counter(0, checking));
    const tally = createTally();
    const taking =
      found.source === 'chatgpt'
        ? importChatGpt(db, userId, tally)
        : importAtrium({ db, userId, sealer, tally, file: importFiles(db, objects, archive, userId, tally) });
    for await (const { key: part, value } of valuesOf(archive, found, counter(checking, 1))) {
      if (value !== undefined) await taking.take(value, part);
      else {
        tally[part === 'messages' ? 'messages' : 'chats'].skipped += 1;
        tally.note('What is longer than 16 MB was left out.');
      }
    }
    await taking.flush();
    return { source: found.source, report: tally.report };
  } finally {
    archive.close();
  }
};
