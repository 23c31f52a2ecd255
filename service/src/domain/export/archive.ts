import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { keyOf } from '../../ports/objects.ts';
import type { Parts } from '../parts.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { mayRead } from '../files/references.ts';
import { chatEntry, chatMarkdown, fileEntry } from './chat-markdown.ts';
import { chatPages, dataJson, fileUrls } from './data-json.ts';

interface ExportLog {
  error(details: object, message: string): void;
}

const readme = `Your data in Atrium

data.json   Everything of yours: profile, memories, collections, agents, links, chats and all of their messages, in every
            branch, with what was kept in context, what went along with each reply, and summaries; and what models
            used. Atrium can import it again, but for links and use.
chats/      Your chats to read, each as a Markdown file.
files/      The files of your chats, agents and collections.

Secure chats are in here as plain text, since this is a copy for you alone: keep it in a safe place.
`;

/** Compressing files that are already compressed gains nothing. */
const compressible = (name: string): boolean =>
  !/\.(?:zip|gz|png|jpe?g|gif|webp|heic|mp[34]|webm|pdf|docx|pptx|xlsx)$/i.test(name);

/**
 * The user's own data as a zip that is created while it is read, so that it is never complete in memory or on disk.
 * Closing the stream stops the export.
 */
export const exportArchive = (
  { database: { db }, objects, now }: Pick<Parts, 'database' | 'objects' | 'now'>,
  viewer: Viewer,
  log: ExportLog,
): Readable => {
  const zip = new ZipFile();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library creates a PassThrough but declares less
  const output = zip.outputStream as Readable;
  const mtime = new Date(now());
  let current: Readable | undefined;

  /** Adds one file; resolves once it has been read completely. */
  const add = (name: string, source: Readable, compress = true) =>
    new Promise<void>((resolve, reject) => {
      current = source;
      source.once('error', reject);
      source.once('close', () => (source.readableEnded ? resolve() : reject(new Error('The export was canceled.'))));
      if (output.destroyed) source.destroy();
      else zip.addReadStreamLazy(name, { mtime, compress }, (give) => give(null, source));
    });
  const addText = (name: string, pieces: AsyncIterable<string> | Iterable<string>) =>
    add(name, Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 }));

  const addFiles = async () => {
    const seen = new Set<string>();
    for await (const url of fileUrls(db, viewer.id)) {
      const key = keyOf(url);
      if (key === undefined || seen.has(key)) continue;
      seen.add(key);
      if (!(await mayRead(db, viewer.id, key))) continue;
      const stored = await objects.read(key);
      if (stored) await add(fileEntry(key), stored.content, compressible(key));
    }
  };

  const addAll = async () => {
    await addText('README.txt', [readme]);
    await addText('data.json', dataJson(db, viewer, mtime));
    for await (const chats of chatPages(db, viewer.id))
      for (const chat of chats) await addText(chatEntry(chat), chatMarkdown(db, chat, viewer));
    await addFiles();
    zip.end();
  };

  output.once('close', () => current?.destroy());
  addAll().catch((error: unknown) => {
    // The browser has disconnected, so there is nobody to report to.
    if (output.destroyed) return;
    log.error({ err: error }, 'An export was interrupted.');
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
};
