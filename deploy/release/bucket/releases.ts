import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { formsOf } from '../compressed-forms.ts';
import { pathIn } from '../inner-path.ts';
import { isNamed, type Named, parseRecord, type RecordedFile, type ReleaseRecord } from '../record.ts';
import { type SetProblemCode, SetRefusal } from '../set-problem.ts';
import { contentOf, recordText, type Store } from '../store.ts';
import { matches } from '../verify-release.ts';
import { type Bucket, inParallel } from './bucket.ts';

const concurrency = 8;

/** Releases in a bucket: `releases/<name>/<version>.json`, and their files by content hash, `files/<hash>`. */
export interface BucketReleases {
  /** Of one package, or of all. */
  names(of?: string): Promise<Named[]>;
  /**
   * Publishes a release of a store: first its files with their brotli forms, then its record in one step. Publishing
   * the same content again adds compressed forms that the bucket lacks; the same version with other content throws.
   */
  push(store: Store, record: ReleaseRecord): Promise<void>;
  /** The verified record of a release; throws if it does not exist or was changed. */
  record(release: Named): Promise<ReleaseRecord>;
  /** All files of a release, verified; throws a sentence if one is missing or was changed. */
  files(record: ReleaseRecord): Promise<Map<string, Buffer>>;
}

const recordKey = ({ name, version }: Named) => `releases/${name}/${version}.json`;
const fileKey = ({ integrity }: RecordedFile) =>
  `files/${Buffer.from(integrity.slice(integrity.indexOf('-') + 1), 'base64').toString('hex')}`;
const title = ({ name, version }: Named) => `${name}@${version}`;

const parsed = (text: string, release: Named): ReleaseRecord => {
  const record = parseRecord(text, release);
  const { content, files, ...unstored } = record;
  const isSame = record.name === release.name && record.version === release.version;
  if (!isSame || contentOf(unstored, files) !== content)
    throw new SetRefusal('changed', `The record of ${title(release)} was changed after it was published.`);
  return record;
};

const expanded = (data: Buffer): Buffer | undefined => {
  try {
    return brotliDecompressSync(data);
  } catch {
    return undefined;
  }
};

const recordIn = async (bucket: Bucket, release: Named): Promise<ReleaseRecord | undefined> => {
  const data = await bucket.get(recordKey(release));
  return data && parsed(data.toString('utf8'), release);
};

const pushRelease = async (bucket: Bucket, store: Store, record: ReleaseRecord): Promise<void> => {
  const isThere = async () => {
    const known = await recordIn(bucket, record);
    if (known && known.content !== record.content)
      throw new Error(`${title(record)} is already published with other content. Raise its version in package.json.`);
    return known !== undefined;
  };
  const folder = store.files(record.name, record.version);
  /** A store that was made elsewhere may contain anything, such as links to other files of this machine. */
  const read = (recorded: RecordedFile): Buffer => {
    const data = readFileSync(pathIn(folder, recorded.file));
    if (matches(data, recorded.integrity)) return data;
    throw new Error(`${title(record)}: ${recorded.file} was changed after it was published.`);
  };
  const smallOf = ({ file }: RecordedFile, data: Buffer): Buffer | undefined => {
    const path = `${pathIn(folder, file)}.br`;
    const small = existsSync(path) ? readFileSync(path) : undefined;
    if (small && expanded(small)?.equals(data)) return small;
    return formsOf(file, data).find(({ ending }) => ending === '.br')?.packed;
  };
  const createSmall = async (recorded: RecordedFile, data = read(recorded)) => {
    const small = smallOf(recorded, data);
    if (small) await bucket.create(`${fileKey(recorded)}.br`, small);
  };
  if (await isThere()) {
    const small = record.files.filter(({ brotli, bytes }) => brotli < bytes);
    const keys = new Set(small.length > 0 ? await bucket.list('files/') : []);
    await inParallel(
      small.filter((recorded) => !keys.has(`${fileKey(recorded)}.br`)),
      concurrency,
      (recorded) => createSmall(recorded),
    );
    return;
  }
  await inParallel(record.files, concurrency, async (recorded) => {
    const data = read(recorded);
    await bucket.create(fileKey(recorded), data);
    await createSmall(recorded, data);
  });
  const isOurs = await bucket.create(recordKey(record), Buffer.from(recordText(record)));
  if (!isOurs && !(await isThere()))
    throw new Error(`${bucket.name} does not list ${title(record)} after the upload: publish it again.`);
};

export const bucketReleases = (bucket: Bucket): BucketReleases => {
  const file = async (record: ReleaseRecord, recorded: RecordedFile): Promise<[string, Buffer][]> => {
    const key = fileKey(recorded);
    const failure = (what: string, code: SetProblemCode = 'changed') =>
      new SetRefusal(code, `${title(record)}: ${recorded.file} ${what}.`);
    const [data, small] = await Promise.all([
      bucket.get(key),
      recorded.brotli < recorded.bytes ? bucket.get(`${key}.br`) : undefined,
    ]);
    if (!data) throw failure('is missing', 'missing');
    if (!matches(data, recorded.integrity)) throw failure('was changed after it was published');
    if (!small) return [[recorded.file, data]];
    if (!expanded(small)?.equals(data)) throw failure('has a compressed copy with different content');
    return [
      [recorded.file, data],
      [`${recorded.file}.br`, small],
    ];
  };
  return {
    async names(of) {
      const keys = await bucket.list(of === undefined ? 'releases/' : `releases/${of}/`);
      return keys.flatMap((key) => {
        const [, name = '', version = ''] = /^releases\/([^/]*)\/(.*)\.json$/.exec(key) ?? [];
        return isNamed({ name, version }) ? [{ name, version }] : [];
      });
    },
    push: (store, record) => pushRelease(bucket, store, record),
    async record(release) {
      const record = await recordIn(bucket, release);
      if (!record) throw new SetRefusal('missing', `${title(release)} is not published in ${bucket.name}.`);
      return record;
    },
    async files(record) {
      return new Map((await inParallel(record.files, concurrency, (one) => file(record, one))).flat());
    },
  };
};

/** Makes a store contain the records of a bucket's releases, without their files, and no other records. */
export const mirrorRecords = async (releases: BucketReleases, store: Store): Promise<void> => {
  const there = await releases.names();
  const known = new Set(there.map(title));
  for (const name of store.names())
    for (const version of store.versions(name))
      if (!known.has(title({ name, version }))) rmSync(dirname(store.files(name, version)), { recursive: true });
  const missing = there.filter(({ name, version }) => !store.has(name, version));
  await inParallel(missing, concurrency, async (release) => store.adopt(await releases.record(release)));
};

/**
 * Downloads a release with its files into a store that lacks it, and refuses anything that differs from what was
 * published. Forms that the bucket lacks are compressed quickly, because an edge serves other requests meanwhile.
 * `again` downloads it in place of a damaged copy.
 */
export const downloadRelease = async (
  releases: BucketReleases,
  store: Store,
  release: Named,
  again = false,
): Promise<void> => {
  if (again || !store.has(release.name, release.version)) {
    const record = await releases.record(release);
    store.adopt(record, await releases.files(record), again);
  }
  store.complete(release.name, release.version, true);
};
