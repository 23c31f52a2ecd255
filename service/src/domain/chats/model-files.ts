import { buffer } from 'node:stream/consumers';
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { ModelFile } from '../../ports/model.ts';
import { keyOf, objectUrl, type ObjectStore } from '../../ports/objects.ts';
import { anyOf } from '../../db/any-of.ts';
import { schema, type Tx } from '../../db/database.ts';
import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import { omissionsIn } from '../context/omissions.ts';
import { estimateOf } from '../context/cached-estimates.ts';
import type { UnreadFile } from '../files/unread.ts';
import { pictureTokens } from '../context/picture-tokens.ts';
import type { CountTokens } from '../context/tokens.ts';
import { sealFiles } from '../passages/open-files.ts';
import { type SearchQuery, documentReader, type KeyedFile, numbered, withTexts } from '../passages/documents.ts';

const { messageFiles, objectReadings, objects } = schema;

/** The largest number of earlier files of the chat in a request. */
const maxEarlierFiles = 30;
const maxPictures = 10;
/** The largest total size of all pictures in a request, in bytes. */
const maxPictureBytes = 20 * 1024 * 1024;
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
/** Whether a model receives files of this type as pictures; SVG is sent as text. */
export const isModelPicture = (type: string): boolean => pictureTypes.has(type);
/** The part of the room that files of an agent or a collection may take; `each` applies when both have files. */
const backgroundShare = { one: 0.4, each: 0.25 } as const;

interface Named {
  readonly key: string;
  readonly name: string;
  readonly from: ModelFile['from'];
}

export interface RequestFiles {
  /** The messages before the prompt, by their ids. */
  readonly branch: readonly string[];
  readonly attached: readonly { readonly key: string; readonly name: string }[];
  readonly agentFiles: readonly { readonly name: string; readonly url: string }[];
  /** Files of the collection that the chat started in. */
  readonly collectionFiles?: readonly { readonly name: string; readonly url: string }[];
  /** The question. If a document does not fit, the passages that match the question are sent. */
  readonly query: SearchQuery;
  /** The total room for documents in characters, and for documents and pictures in tokens if those are limited. */
  readonly room: number;
  readonly tokens?: number | undefined;
  /** The tokens that pictures count for at most. */
  readonly mostPictureTokens?: number | undefined;
  /** How the model counts tokens; by default they are estimated. */
  readonly count?: CountTokens | undefined;
  /** The chat is secure, so from now on the database must not be able to search these files. */
  readonly secure?: boolean;
  /** Called with the files of which there is no reading, before anything is loaded. */
  readonly onUnread?: ((files: readonly UnreadFile[]) => Promise<void>) | undefined;
}

const earlierFiles = async (db: Tx, branch: readonly string[]): Promise<Named[]> => {
  if (branch.length === 0) return [];
  const rows = await db
    .select({ name: messageFiles.name, url: messageFiles.url })
    .from(messageFiles)
    .where(and(anyOf(messageFiles.messageId, branch), isNotNull(messageFiles.url)))
    .orderBy(desc(messageFiles.messageId), messageFiles.position);
  return rows.flatMap(({ name, url }) => {
    const key = url === null ? undefined : keyOf(url);
    return key ? [{ key, name, from: 'chat' as const }] : [];
  });
};

/** The readings of the objects, without their texts. */
const readingsOf = (db: Tx, keys: readonly string[]) =>
  db
    .select({
      key: objectReadings.key,
      type: objectReadings.type,
      characters: sql<number>`coalesce(${objectReadings.characters}, length(${objectReadings.text}), 0)`,
      words: objectReadings.words,
      pages: objectReadings.pages,
      cut: objectReadings.cut,
      originalName: objects.name,
      width: objectReadings.width,
      height: objectReadings.height,
      size: objects.size,
    })
    .from(objectReadings)
    .innerJoin(objects, eq(objects.key, objectReadings.key))
    .where(inArray(objectReadings.key, [...keys]));

type Read = Awaited<ReturnType<typeof readingsOf>>[number];

/** A message names every text file .txt. The original name tells the model what it is, such as `x.py`. */
const nameForModel = (name: string, originalName: string | null | undefined): string =>
  originalName && name.endsWith('.txt') && originalName.startsWith(name.slice(0, -3)) ? originalName : name;

const fileOf = (store: ObjectStore, { key, name: wireName, from }: Named, read: Read | undefined): ModelFile => {
  const { type, size, width, height, originalName } = read ?? {};
  const name = nameForModel(wireName, originalName);
  const base = { name, from, url: objectUrl(key), type: type ?? 'application/octet-stream', size: size ?? 0 };
  if (!read || !type) return base;
  if (width && height && isModelPicture(type)) {
    const load = async () => {
      const stored = await store.read(key);
      return stored ? buffer(stored.content) : new Uint8Array();
    };
    return { ...base, picture: { width, height, load } };
  }
  const { words, pages, characters, cut } = read;
  const document = {
    text: '',
    characters,
    words: words ?? 0,
    ...(pages === null ? {} : { pages }),
    ...(cut ? { cut } : {}),
  };
  return { ...base, document };
};

const charactersOf = (files: readonly ModelFile[]): number =>
  files.reduce((sum, { document }) => sum + (document?.text.length ?? 0), 0);
const tokensIn = (files: readonly ModelFile[], count: CountTokens): number =>
  files.reduce((sum, { document }) => sum + (document ? count(document.text) : 0), 0);

const nameOf = ({ name, type, size, from }: ModelFile): ModelFile => ({ name, type, size, from });

/** The first pictures up to the limits; of the others only the names are sent. */
const boundPictures = (files: readonly ModelFile[]): ModelFile[] => {
  let pictures = 0;
  let bytes = 0;
  return files.map((file) => {
    if (!file.picture) return file;
    if (pictures >= maxPictures || bytes + file.size > maxPictureBytes) return nameOf(file);
    pictures += 1;
    bytes += file.size;
    return file;
  });
};

type Reader = ReturnType<typeof documentReader>;

/**
 * Documents share `room` characters: those of the prompt come first, while those of agent and collection have a
 * reserved part.
 */
const withDocuments = async (reader: Reader, all: readonly KeyedFile[], room: number): Promise<ModelFile[]> => {
  const fill = (origin: ModelFile['from'], share: number) =>
    withTexts(
      reader,
      all.filter(({ file }) => file.from === origin),
      share,
    );
  const has = (origin: ModelFile['from']) => all.some(({ file }) => file.from === origin);
  const share = backgroundShare[has('agent') && has('collection') ? 'each' : 'one'];
  const ofAgent = await fill('agent', Math.floor(room * share));
  const ofCollection = await fill('collection', Math.floor(room * share));
  const background = [...ofAgent, ...ofCollection];
  const ofPrompt = await fill('prompt', room - charactersOf(background));
  const ofChat = await fill('chat', room - charactersOf(background) - charactersOf(ofPrompt));
  return [...ofPrompt, ...ofChat, ...background];
};

/** Like `withDocuments`, but within `tokens`: how many tokens the texts have is known only once they are loaded. */
const withinTokens = async (
  reader: Reader,
  all: readonly KeyedFile[],
  { room, tokens = Number.POSITIVE_INFINITY, count = estimateOf }: Pick<RequestFiles, 'room' | 'tokens' | 'count'>,
): Promise<ModelFile[]> => {
  const files = numbered(await withDocuments(reader, all, room));
  const used = tokensIn(files, count);
  if (used <= tokens) return files;
  // Slightly less than proportional, and at least one character less, so that every round gets closer.
  const smaller = Math.floor(Math.min(room, charactersOf(files)) * (tokens / used) * 0.95);
  return smaller === 0 ? withDocuments(reader, all, 0) : withinTokens(reader, all, { room: smaller, tokens, count });
};

/** The tokens that pictures leave for documents, which is at least half of them. */
const besidePictures = (files: readonly ModelFile[], { tokens, mostPictureTokens = 0 }: Partial<RequestFiles>) =>
  tokens && tokens - Math.floor(Math.min(pictureTokens(boundPictures(files)), mostPictureTokens, tokens / 2));

export interface SelectedFiles {
  readonly files: readonly ModelFile[];
  readonly omissions: readonly Omission[];
  /** The keys of the files of which only passages are sent. */
  readonly inParts: readonly string[];
}

/**
 * The files that a model receives with a prompt: those of the prompt, then of the chat, newest first, then of the agent
 * and of the collection. Also lists what is left out of them.
 */
export const modelFiles = async (
  db: Tx,
  store: ObjectStore,
  { branch, attached, agentFiles, collectionFiles = [], query, secure = false, onUnread, ...bounds }: RequestFiles,
): Promise<SelectedFiles> => {
  const named = new Map<string, Named>();
  const add = (file: Named) => named.has(file.key) || named.set(file.key, file);
  for (const { key, name } of attached) add({ key, name, from: 'prompt' });
  const earlier = (await earlierFiles(db, branch)).filter(({ key }) => !named.has(key));
  for (const file of earlier.slice(0, maxEarlierFiles)) add(file);
  const background = { agent: agentFiles, collection: collectionFiles } as const;
  for (const from of ['agent', 'collection'] as const)
    for (const { name, url } of background[from]) {
      const key = keyOf(url);
      if (key) add({ key, name, from });
    }
  if (named.size === 0) return { files: [], omissions: [], inParts: [] };
  if (secure) await sealFiles(db, [...new Set([...named.keys(), ...earlier.map(({ key }) => key)])]);
  const readings = new Map((await readingsOf(db, [...named.keys()])).map((read) => [read.key, read]));
  await onUnread?.([...named.values()].filter(({ key }) => !readings.has(key)));
  const all = [...named.values()].map((one) => ({ key: one.key, file: fileOf(store, one, readings.get(one.key)) }));
  const tokens = besidePictures(
    all.map(({ file }) => file),
    bounds,
  );
  const files = boundPictures(await withinTokens(documentReader(db, query), all, { ...bounds, tokens }));
  const tooOld = new Set(earlier.map(({ key }) => key).filter((key) => !named.has(key))).size;
  return {
    files,
    inParts: files.flatMap(({ url, document }) => (document?.passages && url ? (keyOf(url) ?? []) : [])),
    omissions: [...omissionsIn(files), ...(tooOld === 0 ? [] : [{ kind: 'earlier-files-left-out', count: tooOld }])],
  };
};
