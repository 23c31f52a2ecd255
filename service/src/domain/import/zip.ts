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
  /** The content of the entry. The stream fails with `ImportRefused` if, and only if, the content is damaged. */
  open(name: string): Promise<Readable>;
  close(): void;
}

/** The store failed to send a part of the archive, which may be in order: another attempt may read it. */
class StoreFailed extends Error {
  constructor(cause: unknown) {
    super(`The archive could not be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Why the archive, or an entry of it, cannot be read: only a failure that is not the store's tells that it is damaged. */
const reasonOf = (error: unknown, refused: ImportRefused): Error => (error instanceof StoreFailed ? error : refused);

class ObjectReader extends yauzl.RandomAccessReader {
  readonly #store: Pick<ObjectStore, 'read'>;
  readonly #key: string;
  readonly #size: number;
  constructor(store: Pick<ObjectStore, 'read'>, key: string, size: number) {
    super();
    this.#store = store;
    this.#key = key;
    this.#size = size;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough();
    const read = async () => {
      // A bucket would refuse it, which is the fault of the archive.
      if (end > this.#size) throw notAZip();
      const object = await this.#store.read(this.#key, { start, end: end - 1 });
      if (!object) throw notAZip();
      through.once('close', () => object.content.destroy());
      object.content.once('error', (error) => through.destroy(new StoreFailed(error)));
      object.content.pipe(through);
    };
    read().catch((error: unknown) => through.destroy(error instanceof ImportRefused ? error : new StoreFailed(error)));
    return through;
  }
}

const openZip = (store: Pick<ObjectStore, 'read'>, key: string, size: number): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) => {
    const reader = new ObjectReader(store, key, size);
    yauzl.fromRandomAccessReader(reader, size, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(reasonOf(error, notAZip()));
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
    // If the file is not an archive, the user is told so.
    zip.once('error', (error) => reject(reasonOf(error, notAZip())));
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
  const zip = await openZip(store, key, whole.size);
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
          if (error) return reject(reasonOf(error, damaged(name)));
          const check = checked(entry);
          // The user is told which entry is damaged.
          stream.once('error', (failure) => check.destroy(reasonOf(failure, damaged(name))));
          // An entry may fail before its reader listens, who then finds the failure in the stream.
          check.on('error', () => undefined).once('close', () => stream.destroy());
          resolve(stream.pipe(check));
        });
      }),
    close: () => zip.close(),
  };
};
