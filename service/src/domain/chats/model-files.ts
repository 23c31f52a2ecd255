import { buffer } from 'node:stream/consumers';
import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { ModelFile } from '../../adapters/model/port.ts';
import { keyOf, type ObjectStore } from '../../adapters/objects/port.ts';
import { schema, type Tx } from '../../db/database.ts';
import { shareOut } from './context.ts';

const { messageFiles, messages, objectReadings, objects } = schema;

/** Files from earlier in the chat that a request holds. */
const earlierMost = 30;
const picturesMost = 10;
/** Bytes of all pictures of a request. */
const pictureBytesMost = 20 * 1024 * 1024;
/** What a model reads as a picture; a drawing in SVG is text. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
/** The part of the room that an agent's files may take. */
const agentShare = 0.4;

interface Named {
  readonly key: string;
  readonly name: string;
  readonly from: ModelFile['from'];
}

export interface RequestFiles {
  readonly chatId: string;
  /** The message of the prompt. */
  readonly messageId: string;
  readonly attached: readonly { readonly key: string; readonly name: string }[];
  readonly agentFiles: readonly { readonly name: string; readonly url: string }[];
  /** Characters of documents in all. */
  readonly room: number;
}

const earlierFiles = async (db: Tx, chatId: string, messageId: string): Promise<Named[]> => {
  const rows = await db
    .select({ name: messageFiles.name, url: messageFiles.url })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .where(and(eq(messages.chatId, chatId), ne(messages.id, messageId), isNotNull(messageFiles.url)))
    .orderBy(desc(messages.id), messageFiles.position)
    .limit(earlierMost);
  return rows.flatMap(({ name, url }) => {
    const key = url === null ? undefined : keyOf(url);
    return key ? [{ key, name, from: 'chat' as const }] : [];
  });
};

/** What was read in the objects, each text up to `room` characters. */
const readingsOf = (db: Tx, keys: readonly string[], room: number) =>
  db
    .select({
      key: objectReadings.key,
      type: objectReadings.type,
      text: sql<string | null>`left(${objectReadings.text}, ${room})`,
      characters: sql<number>`coalesce(length(${objectReadings.text}), 0)`,
      words: objectReadings.words,
      pages: objectReadings.pages,
      width: objectReadings.width,
      height: objectReadings.height,
      size: objects.size,
    })
    .from(objectReadings)
    .innerJoin(objects, eq(objects.key, objectReadings.key))
    .where(inArray(objectReadings.key, [...keys]));

type Read = Awaited<ReturnType<typeof readingsOf>>[number];

const fileOf = (store: ObjectStore, { key, name, from }: Named, read: Read | undefined): ModelFile => {
  const { type, size, width, height } = read ?? {};
  const base = { name, from, type: type ?? 'application/octet-stream', size: size ?? 0 };
  if (!read || !type) return base;
  if (width && height && pictureTypes.has(type)) {
    const load = async () => {
      const stored = await store.read(key);
      return stored ? buffer(stored.content) : new Uint8Array();
    };
    return { ...base, picture: { width, height, load } };
  }
  const { text, words, pages, characters } = read;
  const document = { text: text ?? '', characters, words: words ?? 0, ...(pages === null ? {} : { pages }) };
  return { ...base, document };
};

/** Cuts the documents so that together they have `room` characters: the shorter ones stay whole. */
const within = (files: readonly ModelFile[], room: number): ModelFile[] => {
  const shares = shareOut(
    files.map(({ document }) => document?.text.length ?? 0),
    room,
  );
  return files.map((file, index) =>
    file.document
      ? { ...file, document: { ...file.document, text: file.document.text.slice(0, shares[index]) } }
      : file,
  );
};

const charactersOf = (files: readonly ModelFile[]): number =>
  files.reduce((sum, { document }) => sum + (document?.text.length ?? 0), 0);

const nameOf = ({ name, type, size, from }: ModelFile): ModelFile => ({ name, type, size, from });

/** The first pictures within their bounds; the others are named only. */
const boundPictures = (files: readonly ModelFile[]): ModelFile[] => {
  let pictures = 0;
  let bytes = 0;
  return files.map((file) => {
    if (!file.picture) return file;
    if (pictures >= picturesMost || bytes + file.size > pictureBytesMost) return nameOf(file);
    pictures += 1;
    bytes += file.size;
    return file;
  });
};

/**
 * The files that a model is given with a prompt: those of the prompt, then of the chat, the newest first, then of the
 * agent. Documents share `room` characters in that order, an agent's have a part of it for themselves.
 */
export const modelFiles = async (
  db: Tx,
  store: ObjectStore,
  { chatId, messageId, attached, agentFiles, room }: RequestFiles,
): Promise<ModelFile[]> => {
  const named = new Map<string, Named>();
  const add = (file: Named) => named.has(file.key) || named.set(file.key, file);
  for (const { key, name } of attached) add({ key, name, from: 'prompt' });
  for (const file of await earlierFiles(db, chatId, messageId)) add(file);
  for (const { name, url } of agentFiles) {
    const key = keyOf(url);
    if (key) add({ key, name, from: 'agent' });
  }
  if (named.size === 0) return [];
  const readings = new Map((await readingsOf(db, [...named.keys()], room)).map((read) => [read.key, read]));
  const all = [...named.values()].map((file) => fileOf(store, file, readings.get(file.key)));
  const from = (place: ModelFile['from']) => all.filter((file) => file.from === place);
  const ofAgent = within(from('agent'), Math.floor(room * agentShare));
  const ofPrompt = within(from('prompt'), room - charactersOf(ofAgent));
  const ofChat = within(from('chat'), room - charactersOf(ofAgent) - charactersOf(ofPrompt));
  return boundPictures([...ofPrompt, ...ofChat, ...ofAgent]);
};
