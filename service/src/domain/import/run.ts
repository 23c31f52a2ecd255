import type { SignedObjectStore } from '../../ports/objects.ts';
import type { Db } from '../../db/database.ts';
import type { ImportReport } from '../../db/schema/data.ts';
import type { Sealer } from '../../db/sealed.ts';
import { exportFormat } from '../export/data-json.ts';
import { jsonPieces, type Piece } from './json-pieces.ts';
import { BrokenJson, damaged, ImportRefused } from './refused.ts';
import { createTally } from './report.ts';
import { importAtrium } from './import-atrium.ts';
import { importForeign } from './import-foreign.ts';
import { importProjects } from './import-projects.ts';
import { foreignFiles } from './foreign-files.ts';
import { chatFrom as chatGptFrom } from './chatgpt.ts';
import { claudeChatFrom } from './claude.ts';
import type { FileTarget } from './copy-file.ts';
import { importFiles } from './import-files.ts';
import { type Archive, openArchive } from './zip.ts';

/** The most bytes of one conversation or message. */
const maxPieceBytes = 16 * 1024 * 1024;
/** The part of the progress that the check accounts for. */
const checkShare = 0.3;

export type ImportSource = 'atrium' | 'chatgpt' | 'claude';

const noExport = 'This file isn’t an Atrium, ChatGPT or Claude export.';

export interface ImportWork {
  readonly db: Db;
  readonly objects: SignedObjectStore;
  readonly sealer: Sealer;
  readonly userId: string;
  readonly key: string;
  /** Reports the progress in percent. */
  readonly progress: (percent: number) => void;
}

interface ExportData {
  readonly own: boolean;
  /** The entries with the data, in order. */
  readonly names: readonly string[];
  /** The entries with the projects of Claude's export. */
  readonly projects: readonly string[];
  /** Whether it contains what Claude remembers. */
  readonly memories: boolean;
  /** Their total size in bytes. */
  readonly size: number;
}

const conversations = /(?:^|\/)conversations(?:-\d+)?\.json$/;
const projects = /(?:^|\/)projects(?:\/[^/]+)?\.json$/;
/** Long texts about a person, for which there is no room in a memory here. */
const memories = /(?:^|\/)memories(?:\/[^/]+)?\.json$/;
const memoriesLeftOut = 'Claude’s memories couldn’t be imported. Add what Atrium should remember in the Memory bar.';

const findExport = ({ entries }: Archive): ExportData => {
  const all = [...entries.values()].toSorted((a, b) => a.name.localeCompare(b.name));
  const own = all.filter(({ name }) => name === 'data.json');
  const named = (pattern: RegExp) => (own.length > 0 ? [] : all.filter(({ name }) => pattern.test(name)));
  const chosen = own.length > 0 ? own : named(conversations);
  if (chosen.length === 0) throw new ImportRefused(noExport);
  const projectEntries = named(projects);
  const size = [...chosen, ...projectEntries].reduce((sum, entry) => sum + entry.size, 0);
  const namesOf = (list: typeof all) => list.map(({ name }) => name);
  const remembers = named(memories).length > 0;
  return { own: own.length > 0, names: namesOf(chosen), projects: namesOf(projectEntries), memories: remembers, size };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The user is told that the file is damaged; its text must not be logged.
    throw new BrokenJson('The JSON is malformed.');
  }
};

/** All pieces of the data with their values; undefined for one that is too long. */
async function* valuesOf(archive: Archive, names: readonly string[], onBytes: (bytes: number) => void) {
  for (const name of names) {
    const stream = await archive.open(name);
    const counted = async function* () {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        onBytes(chunk.length);
        yield chunk;
      }
    };
    try {
      for await (const { key, text } of jsonPieces(counted(), maxPieceBytes) as AsyncIterable<Piece>)
        yield { key, value: text === undefined ? undefined : parsed(text) };
    } catch (error) {
      throw error instanceof BrokenJson ? damaged(name) : error;
    } finally {
      stream.destroy();
    }
  }
}

/** All projects: the elements of a list, or a document that is one project. */
async function* projectsIn(archive: Archive, names: readonly string[], onBytes: (bytes: number) => void) {
  for (const name of names) {
    const fields = new Map<string, unknown>();
    const docs: unknown[] = [];
    for await (const { key, value } of valuesOf(archive, [name], onBytes)) {
      if (key === '') yield value;
      else if (key === 'docs') docs.push(value);
      else fields.set(key, value);
    }
    if (fields.size > 0) yield { ...Object.fromEntries(fields), docs };
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Reads all of the data once before importing any of it, so that a damaged or foreign file is rejected as a whole. Two
 * products use the same file name, so the conversations show whose export it is.
 */
const check = async (archive: Archive, data: ExportData, onBytes: (bytes: number) => void): Promise<ImportSource> => {
  const head = new Map<string, unknown>();
  let source: ImportSource = data.own ? 'atrium' : 'chatgpt';
  for await (const { key, value } of valuesOf(archive, data.names, onBytes)) {
    if (data.own) {
      if (key === 'format' || key === 'version') head.set(key, value);
    } else if (value !== undefined && (key !== '' || !isObject(value))) throw new ImportRefused(noExport);
    else if (isObject(value) && 'chat_messages' in value) source = 'claude';
  }
  if (source === 'claude') for await (const _ of projectsIn(archive, data.projects, onBytes));
  if (!data.own) return source;
  if (head.get('format') !== exportFormat.format) throw new ImportRefused(noExport);
  if (head.get('version') !== exportFormat.version)
    throw new ImportRefused('This export comes from another version of Atrium, which this one cannot read.');
  return source;
};

/** Imports the projects of Claude first, because their chats belong to the collections made from them. */
const foreign = async (
  target: FileTarget,
  data: ExportData,
  name: 'chatgpt' | 'claude',
  onBytes: (bytes: number) => void,
) => {
  const { archive } = target;
  const files = foreignFiles(target);
  const projectsOf = importProjects({ ...target, files });
  if (name === 'claude')
    for await (const value of projectsIn(archive, data.projects, onBytes)) await projectsOf.add(value);
  const chatFrom = name === 'claude' ? claudeChatFrom : chatGptFrom;
  return importForeign({
    ...target,
    files,
    source: { name, chatFrom, collectionOf: (project) => projectsOf.collectionOf(project) },
  });
};

/**
 * Imports the archive that is stored under `key`: all of it is checked first, then imported. Importing it again adds
 * nothing twice. Throws `ImportRefused`, with nothing imported, if it is not an export or incomplete.
 */
export const runImport = async (work: ImportWork): Promise<{ source: ImportSource; report: ImportReport }> => {
  const { db, objects, sealer, userId, key, progress } = work;
  const archive = await openArchive(objects, key);
  try {
    const data = findExport(archive);
    const counter = (from: number, to: number) => {
      let done = 0;
      return (bytes: number) => {
        done += bytes;
        progress(100 * (from + (to - from) * Math.min(1, done / Math.max(1, data.size))));
      };
    };
    const source = await check(archive, data, counter(0, checkShare));
    const tally = createTally();
    if (source === 'claude' && data.memories) tally.note(memoriesLeftOut);
    const target = { db, objects, archive, userId, tally };
    const onBytes = counter(checkShare, 1);
    const importing =
      source === 'atrium'
        ? importAtrium({ db, userId, sealer, tally, file: importFiles(target) })
        : await foreign(target, data, source, onBytes);
    for await (const { key: part, value } of valuesOf(archive, data.names, onBytes)) {
      if (value !== undefined) await importing.add(value, part);
      else {
        tally[part === 'messages' ? 'messages' : 'chats'].skipped += 1;
        tally.note('Anything longer than 16 MB was skipped.');
      }
    }
    await importing.flush();
    return { source, report: tally.report };
  } finally {
    archive.close();
  }
};
