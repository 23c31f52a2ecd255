import { PassThrough, type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { importMax } from '@atrium/shared-kernel/contracts/constants';
import yauzl from 'yauzl';
import type { ObjectStore } from '../../ports/objects.ts';
import { damaged, ImportRefused, notAZip } from './refused.ts';

/** The most entries of an archive. */
const maxEntries = 500_000;
/**
 * The most bytes of all entries of an archive when unpacked, and of all copies of them. No export of a real account
 * comes near it: pictures and documents hardly shrink in an archive, and so much text nobody writes.
 */
export const maxUnpacked = 8 * importMax;
/** The bytes before the name at the start of an entry. */
const headerSize = 30;

export interface ArchiveEntry {
  readonly name: string;
  /** Bytes when unpacked. */
  readonly size: number;
}

/** An archive whose entries are read one at a time, by their offsets. */
export interface Archive {
  readonly entries: ReadonlyMap<string, ArchiveEntry>;
  /** The content of the entry. The stream fails with `ImportRefused` if the content is damaged. */
  open(name: string): Promise<Readable>;
  close(): void;
}

class ObjectReader extends yauzl.RandomAccessReader {
  readonly #store: Pick<ObjectStore, 'read'>;
  readonly #key: string;
  constructor(store: Pick<ObjectStore, 'read'>, key: string) {
    super();
    this.#store = store;
    this.#key = key;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough();
    const read = async () => {
      const object = await this.#store.read(this.#key, { start, end: end - 1 });
      if (!object) throw notAZip();
      through.once('close', () => object.content.destroy());
      object.content.once('error', (error) => through.destroy(error));
      object.content.pipe(through);
    };
    read().catch((error: unknown) => through.destroy(error instanceof Error ? error : new Error(String(error))));
    return through;
  }
}

const openZip = (reader: ObjectReader, size: number): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.fromRandomAccessReader(reader, size, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(notAZip());
      else resolve(zip);
    });
  });

const allEntries = (zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> =>
  new Promise((resolve, reject) => {
    const found = new Map<string, yauzl.Entry>();
    if (zip.entryCount > maxEntries) reject(new ImportRefused('This archive has more files than can be imported.'));
    zip.on('entry', (entry: yauzl.Entry) => {
      if (!entry.fileName.endsWith('/')) found.set(entry.fileName, entry);
      zip.readEntry();
    });
    // The file is not an archive, which the user is told.
    zip.once('error', () => reject(notAZip()));
    zip.once('end', () => resolve(found));
    zip.readEntry();
  });

/** Throws if the entries are too large together, or overlap, so that the same bytes would be unpacked repeatedly. */
const requireLimits = (entries: readonly yauzl.Entry[]): void => {
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpacked > maxUnpacked) throw new ImportRefused('This archive holds more than can be imported.');
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw notAZip();
    end = entry.relativeOffsetOfLocalHeader + headerSize + entry.compressedSize;
  }
};

/** Passes the bytes on, and fails at the end if their checksum is wrong. */
const checked = ({ fileName, crc32: expected }: yauzl.Entry): Transform => {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush: (done) => done(sum === expected ? null : damaged(fileName)),
  });
};

/** Opens the zip that is stored under `key`. Throws `ImportRefused` if it is not a zip, incomplete, or too large. */
export const openArchive = async (store: Pick<ObjectStore, 'read'>, key: string): Promise<Archive> => {
  const whole = await store.read(key);
  whole?.content.destroy();
  if (!whole) throw notAZip();
  const zip = await openZip(new ObjectReader(store, key), whole.size);
  const entries = await allEntries(zip);
  requireLimits([...entries.values()]);
  return {
    entries: new Map([...entries].map(([name, { uncompressedSize: size }]) => [name, { name, size }])),
    open: (name) =>
      new Promise((resolve, reject) => {
        const entry = entries.get(name);
        if (!entry) return reject(damaged(name));
        if (entry.isEncrypted()) return reject(new ImportRefused('This archive is protected by a password.'));
        zip.openReadStream(entry, (error, stream) => {
          if (error) return reject(damaged(name));
          const check = checked(entry);
          // The user is told which entry is damaged.
          stream.once('error', () => check.destroy(damaged(name)));
          check.once('close', () => stream.destroy());
          resolve(stream.pipe(check));
        });
      }),
    close: () => zip.close(),
  };
};
