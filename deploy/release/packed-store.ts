import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isText, packAll, unpackAll } from './compressed-forms.ts';
import { dataFolder } from './data-folder.ts';
import type { RecordedFile, ReleaseRecord } from './record.ts';
import { openStore, type Store } from './store.ts';
import { matches } from './verify-release.ts';

/** Holds a release's texts in place of its files. */
const archive = 'texts.br';
const sharedFolder = '.shared';

/** Names a file by its content, so that all versions share it. */
const sharedName = ({ file, integrity }: RecordedFile): string =>
  Buffer.from(integrity.slice(integrity.indexOf('-') + 1), 'base64').toString('hex') + extname(file);

const isShared = ({ file }: RecordedFile): boolean => !isText(file);

/** Splits the texts as the record lists them. Throws a sentence if a file is missing or differs from its record. */
const unpack = (record: ReleaseRecord, texts: Buffer, shared: string): Map<string, Buffer> => {
  let end = 0;
  const dataOf = (one: RecordedFile): Buffer => {
    if (!isShared(one)) return texts.subarray(end, (end += one.bytes));
    const path = join(shared, sharedName(one));
    return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  };
  return new Map(
    record.files.map((one) => {
      const data = dataOf(one);
      if (!matches(data, one.integrity))
        throw new Error(`${record.name}@${record.version}: ${one.file} is missing or damaged in the stored release.`);
      return [one.file, data];
    }),
  );
};

/**
 * A store that takes little space: each release is its record with one archive of its texts, and fonts and pictures,
 * which do not get smaller, are stored once for all versions. Files are unpacked into the data folder when somebody
 * needs them. Releases whose files are stored as they are can be read, too.
 */
export const openPackedStore = (root: string): Store => {
  const store = openStore(root);
  const shared = join(root, sharedFolder);
  const recordsOf = (name: string) => store.versions(name).map((version) => store.read(name, version));
  return {
    ...store,
    files(name, version) {
      const packed = join(store.files(name, version), archive);
      if (!existsSync(packed)) return store.files(name, version);
      const record = store.read(name, version);
      const unpacked = openStore(join(dataFolder(), 'unpacked', record.content));
      if (!unpacked.has(name, version)) unpacked.adopt(record, unpack(record, unpackAll(readFileSync(packed)), shared));
      return unpacked.files(name, version);
    },
    adopt(record, files = new Map()) {
      if (record.files.length === 0) return store.adopt(record);
      const dataOf = ({ file }: RecordedFile) => files.get(file) ?? Buffer.alloc(0);
      mkdirSync(shared, { recursive: true });
      for (const one of record.files.filter(isShared)) writeFileSync(join(shared, sharedName(one)), dataOf(one));
      const texts = Buffer.concat(record.files.filter((one) => !isShared(one)).map(dataOf));
      return store.adopt(record, new Map([[archive, packAll(texts)]]));
    },
    remove(name, version) {
      store.remove(name, version);
      const used = new Set(
        store
          .names()
          .flatMap(recordsOf)
          .flatMap(({ files }) => files.map(sharedName)),
      );
      for (const file of existsSync(shared) ? readdirSync(shared) : []) if (!used.has(file)) rmSync(join(shared, file));
    },
  };
};
