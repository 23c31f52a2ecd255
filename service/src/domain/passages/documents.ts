import { inArray } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { ModelFile, ModelPassage } from '../../ports/model.ts';
import { shareOut } from '../chats/share-out.ts';
import { emptyPages, pagesWithout } from '../files/empty-pages.ts';
import { choosePassages } from './choose.ts';
import { indexText, type PassageLocation } from './file-index.ts';
import { searchOpen } from './open-search.ts';
import { createCache } from './cache.ts';
import { type Hit, type Question, rankPassages } from './rank.ts';
import { inProcess, nearestAmong, type Searched } from './searched.ts';
import { indexesOf, passageTexts, vectorsOfFiles } from './store.ts';
import type { Vectors } from './vectors.ts';

const { objectReadings } = schema;

export interface KeyedFile {
  readonly key: string;
  readonly file: ModelFile;
}

/** A question, and the embedder that made its vector. */
export interface SearchQuery extends Question {
  readonly embedder?: string | undefined;
  /** Whether the database may search the chat's files. */
  readonly open?: boolean | undefined;
}

/** The layout of a file's passages, and how they are searched. */
interface IndexedFile {
  readonly index: readonly PassageLocation[];
  readonly searched: Searched;
}

const cachedTexts = createCache<string>('whole', ({ length }) => 2 * length);
const gap = '[…]';
const isPdf = ({ type }: ModelFile): boolean => type === 'application/pdf';

/** Reads whole texts of files, each only once, and adds them to the returned map. */
const createTextReader = (db: Tx) => {
  const wholes = new Map<string, string>();
  return async (keys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    for (const key of keys) {
      const text = cachedTexts.get(key);
      if (text !== undefined) wholes.set(key, text);
    }
    const missing = keys.filter((key) => !wholes.has(key));
    if (missing.length === 0) return wholes;
    const rows = await db
      .select({ key: objectReadings.key, text: objectReadings.text })
      .from(objectReadings)
      .where(inArray(objectReadings.key, missing));
    for (const { key, text } of rows) {
      wholes.set(key, text ?? '');
      // A file without text may still be processed.
      if (text) cachedTexts.put(key, text);
    }
    return wholes;
  };
};

/** Reads texts, indexes, and passages of files, each only once. */
export const documentReader = (db: Tx, query: SearchQuery) => {
  const readWholes = createTextReader(db);
  const indexes = new Map<string, IndexedFile>();
  const texts = new Map<string, Map<number, string>>();
  const rankings = new Map<string, readonly Hit[]>();

  /** Vectors that are compared in this process; empty without a vector to compare them with. */
  const vectorsHere = async (keys: readonly string[]): Promise<ReadonlyMap<string, Vectors>> =>
    query.vector && query.embedder !== undefined ? vectorsOfFiles(db, keys, query.embedder) : new Map();

  return {
    wholes: readWholes,
    /**
     * Indexes from the database search or from sealed storage. Files that are short or older than passages are split
     * now.
     */
    async indexes(keys: readonly string[]): Promise<ReadonlyMap<string, IndexedFile>> {
      const missing = keys.filter((key) => !indexes.has(key));
      const open = query.open ? await searchOpen(db, missing, query) : new Map<string, never>();
      const closed = missing.filter((key) => !open.has(key));
      const sealed = await indexesOf(db, closed);
      const vectors = await vectorsHere(missing.filter((key) => !open.get(key)?.nearest));
      for (const [key, { index, passagesWith, nearest }] of open) {
        const { length } = index;
        const here = nearest ?? nearestAmong(vectors.get(key), length);
        indexes.set(key, { index, searched: { length, passagesWith, nearest: here } });
      }
      for (const [key, index] of sealed)
        indexes.set(key, { index, searched: inProcess({ index, vectors: vectors.get(key) }) });
      const unknown = closed.filter((key) => !sealed.has(key));
      const wholes = await readWholes(unknown);
      for (const key of unknown) {
        const { index, texts: parts } = indexText(wholes.get(key) ?? '');
        indexes.set(key, { index, searched: inProcess({ index }) });
        texts.set(key, new Map(parts.entries()));
      }
      return indexes;
    },
    async texts(requested: ReadonlyMap<string, readonly number[]>): Promise<typeof texts> {
      const missing = new Map(
        [...requested].map(([key, positions]) => [key, positions.filter((one) => !texts.get(key)?.has(one))]),
      );
      for (const [key, found] of await passageTexts(db, missing))
        texts.set(key, new Map([...(texts.get(key) ?? []), ...found]));
      return texts;
    },
    /** The passages of these files, best first. The ranking does not depend on the room, so it is cached. */
    ranked(keys: readonly string[]): readonly Hit[] {
      const known = rankings.get(keys.join(' '));
      if (known) return known;
      const found = rankPassages(
        keys.map((key) => indexes.get(key)!.searched),
        query,
      );
      rankings.set(keys.join(' '), found);
      return found;
    },
    query,
  };
};
type Reader = ReturnType<typeof documentReader>;

/** The mark before a passage that the model sees; `markLength` allows for the longest. */
const markOf = ({ n, page }: ModelPassage): string => {
  const parts = [...(n === undefined ? [] : [`#${n}`]), ...(page === undefined ? [] : [`page ${page}`])];
  return parts.length === 0 ? '' : `[${parts.join(', ')}]\n`;
};

/** The passages of a document as one text, with a mark for each gap. */
export const joinPassages = (passages: readonly ModelPassage[], count: number): string => {
  const parts = passages.map((passage, at) => {
    const follows = passage.position === (passages[at - 1]?.position ?? -1) + 1;
    return `${follows ? '' : `${gap}\n`}${markOf(passage)}${passage.text}`;
  });
  const last = passages.at(-1)?.position === count - 1;
  return `${parts.join('\n')}${last || parts.length === 0 ? '' : `\n${gap}`}`;
};

const pagesIn = (index: IndexedFile['index']): ReadonlySet<number> => new Set(index.flatMap(({ page }) => page ?? []));

/** The passages of files that do not fit as a whole, within the sum of their shares. */
const passagesOf = async (
  reader: Reader,
  long: readonly { readonly key: string; readonly share: number }[],
): Promise<
  ReadonlyMap<string, { readonly passages: readonly ModelPassage[]; readonly index: IndexedFile['index'] }>
> => {
  if (long.length === 0) return new Map();
  const indexes = await reader.indexes(long.map(({ key }) => key));
  const files = long.map(({ key, share }) => ({ index: indexes.get(key)!.index, share }));
  const ranked = reader.ranked(long.map(({ key }) => key));
  const chosen = choosePassages(files, ranked);
  const positions = chosen.map(({ passages, head }) => (head > 0 ? [0, ...passages] : passages));
  const texts = await reader.texts(new Map(long.map(({ key }, at) => [key, positions[at]!])));
  return new Map(
    long.map(({ key }, at) => {
      const { index } = files[at]!;
      const { head } = chosen[at]!;
      const passages = positions[at]!.flatMap((position): ModelPassage[] => {
        const whole = texts.get(key)?.get(position);
        if (whole === undefined) return [];
        const text = position === 0 && head > 0 ? `${whole.slice(0, head).toWellFormed()} ${gap}` : whole;
        const page = index[position]?.page;
        return [{ position, text, ...(page === undefined ? {} : { page }) }];
      });
      return [key, { passages, index }];
    }),
  );
};

/**
 * Adds texts to the documents, `room` characters in total: shorter ones stay whole, and of the others passages are
 * selected.
 */
export const withTexts = async (reader: Reader, files: readonly KeyedFile[], room: number): Promise<ModelFile[]> => {
  const sizes = files.map(({ file }) => file.document?.characters ?? 0);
  const shares = shareOut(sizes, room);
  const wholes = await reader.wholes(
    files.flatMap(({ key }, at) => (sizes[at]! > 0 && sizes[at] === shares[at] ? [key] : [])),
  );
  const long = files.flatMap(({ key }, at) =>
    sizes[at]! > shares[at]! && shares[at]! > 0 ? [{ key, share: shares[at]! }] : [],
  );
  const parts = await passagesOf(reader, long);
  return files.map(({ key, file }): ModelFile => {
    const { document } = file;
    if (!document) return file;
    const part = parts.get(key);
    const text = part ? joinPassages(part.passages, part.index.length) : (wholes.get(key) ?? '');
    const { pages, cut = false } = document;
    const empty =
      isPdf(file) && pages
        ? part
          ? pagesWithout(pagesIn(part.index), pages, cut)
          : emptyPages(text, pages, cut)
        : undefined;
    return {
      ...file,
      document: {
        ...document,
        text,
        ...(part ? { passages: part.passages, passageCount: part.index.length } : {}),
        ...(empty === undefined ? {} : { emptyPages: empty }),
      },
    };
  });
};

/**
 * Numbers the passages that may be cited, in the order of the files. Passages of agents are not cited, because not
 * every reader may see their files.
 */
export const numbered = (files: readonly ModelFile[]): ModelFile[] => {
  let n = 0;
  return files.map((file) => {
    const { document, from } = file;
    if (!document?.passages || from === 'agent') return file;
    const passages = document.passages.map((passage) => ({ ...passage, n: (n += 1) }));
    return {
      ...file,
      document: { ...document, passages, text: joinPassages(passages, document.passageCount ?? 0) },
    };
  });
};
