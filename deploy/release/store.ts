import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { completeForms, formsOf, isForm } from './compressed-forms.ts';
import { ownName, removeAbandoned } from './side-folders.ts';
import { pathIn } from './inner-path.ts';
import { isNamed, type Named, parseRecord, type RecordedFile, type ReleaseRecord, unstoredRecord } from './record.ts';

/** The numbers of a version, and its pre-release. */
const split = (version: string): readonly [string, string | undefined] => {
  const [, core = version, pre] = /^([^-]*)-(.*)$/.exec(version) ?? [];
  return [core, pre];
};
const byNumbers = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

/** Sorts versions, the oldest first: by their numbers, and a pre-release before its release. */
const byVersion = (a: string, b: string): number => {
  const [[core, pre], [otherCore, otherPre]] = [split(a), split(b)];
  const first = byNumbers(core, otherCore);
  if (first !== 0 || pre === otherPre) return first;
  if (pre === undefined) return 1;
  return otherPre === undefined ? -1 : byNumbers(pre, otherPre);
};

/**
 * Published releases: `<root>/<name>/<version>/release.json` and `files/…`, with brotli and gzip forms next to each
 * file.
 */
export interface Store {
  readonly root: string;
  has(name: string, version: string): boolean;
  /** Throws a sentence if the release was never published. */
  read(name: string, version: string): ReleaseRecord;
  /** The oldest first. */
  versions(name: string): string[];
  /** Names of packages with a release here. */
  names(): string[];
  /** Folder of a release's files. */
  files(name: string, version: string): string;
  /**
   * Stores a built folder permanently. Publishing the same content again changes nothing; the same version with other
   * content throws. `quick` spends less time on compression, for development builds.
   */
  publish(built: string | undefined, make: (files: RecordedFile[]) => Unstored, quick?: boolean): ReleaseRecord;
  /** Publishes a release of another store, with its compressed forms; the same version with other content throws. */
  importFrom(from: Store, record: ReleaseRecord): void;
  /** Creates the compressed forms that a release lacks, for example if it was published before they existed. */
  complete(name: string, version: string, quick?: boolean): void;
  /** Removes a release that was published only as a preview, if there is one. */
  remove(name: string, version: string): void;
  /**
   * Stores a release from elsewhere. `files` are given by path, with `<path>.br` for the brotli form. `replaces` puts it
   * in place of a damaged copy.
   */
  adopt(record: ReleaseRecord, files?: ReadonlyMap<string, Buffer>, replaces?: boolean): void;
}
/** The hash that a record's `content` must have, over its fields and the hash of each of its files. */
export const contentOf = (unstored: Unstored, files: readonly RecordedFile[]): string =>
  createHash('sha256')
    // In the order of the schema, whatever the order in which the record was created.
    .update(
      JSON.stringify([
        schemaFor(unstoredRecord).parse(unstored),
        files.map(({ file, integrity }) => [file, integrity]),
      ]),
    )
    .digest('hex');

export type Unstored = Omit<ReleaseRecord, 'content' | 'files'>;

export const integrityOf = (data: Buffer, algorithm = 'sha256') =>
  `${algorithm}-${createHash(algorithm).update(data).digest('base64')}`;
/** A record as it is stored. */
export const recordText = (record: ReleaseRecord): string => `${JSON.stringify(record, undefined, 1)}\n`;

const filesIn = (folder: string) =>
  globSync('**/*', { cwd: folder })
    .filter((file) => statSync(join(folder, file)).isFile() && !isForm(file))
    .toSorted();

const copyFile = (from: string, to: string, file: string, quick: boolean): RecordedFile => {
  const data = readFileSync(join(from, file));
  const target = join(to, file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, data);
  const made = formsOf(file, data, quick);
  for (const { ending, packed } of made) writeFileSync(target + ending, packed);
  const brotli = made.find(({ ending }) => ending === '.br')?.packed.length ?? data.length;
  return { file, integrity: integrityOf(data), bytes: data.length, brotli };
};

const mostKnown = 100;
/** Parsed records by their text. Reading a text again is cheap, validating it is not, and sets are checked often. */
const known = new Map<string, ReleaseRecord>();
const recordIn = (text: string, release: Named): ReleaseRecord => {
  const record = known.get(text) ?? parseRecord(text, release);
  known.delete(text);
  known.set(text, record);
  const [oldest = ''] = known.keys();
  if (known.size > mostKnown) known.delete(oldest);
  return record;
};

/** Names of the folders in a folder. */
const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder).filter(
        (name) => !name.startsWith('.') && statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory(),
      )
    : [];

/** The records of the releases in a folder. */
const recordsIn = (root: string) => {
  const folder = (name: string, version: string) => join(root, name, version);
  const recordFile = (name: string, version: string) => join(folder(name, version), 'release.json');
  const has = (name: string, version: string) => existsSync(recordFile(name, version));
  const read = (name: string, version: string): ReleaseRecord => {
    if (!has(name, version))
      throw new Error(
        `${name}@${version} is not published: \`pnpm release publish ${name}\` publishes the version of its package.json.`,
      );
    return recordIn(readFileSync(recordFile(name, version), 'utf8'), { name, version });
  };
  /** The release with this name and version, if it exists; throws if its content differs. */
  const published = ({ name, version, content }: Pick<ReleaseRecord, 'name' | 'version' | 'content'>) => {
    if (!has(name, version)) return undefined;
    const record = read(name, version);
    if (record.content === content) return record;
    throw new Error(`${name}@${version} is already published with other content. Raise its version in package.json.`);
  };
  const versions = (name: string) =>
    foldersIn(join(root, name))
      .filter((version) => has(name, version))
      .toSorted(byVersion);
  return { folder, has, read, published, versions };
};

/** Runs with a temporary folder next to the releases, which is removed afterwards unless it became a release. */
const withSideFolder = <T>(root: string, run: (side: string) => T): T => {
  const incoming = join(root, '.incoming');
  removeAbandoned(incoming);
  const side = join(incoming, ownName());
  mkdirSync(join(side, 'files'), { recursive: true });
  try {
    return run(side);
  } finally {
    rmSync(side, { recursive: true, force: true });
  }
};

const writeFiles = (folder: string, files: ReadonlyMap<string, Buffer>): void => {
  for (const [file, data] of files) {
    const path = pathIn(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data);
  }
};

/** Copies files of another store. A link could lead to any file of this machine, which an edge would then serve. */
const copyFiles = (from: string, to: string): void =>
  cpSync(from, to, {
    recursive: true,
    filter(source) {
      if (lstatSync(source).isSymbolicLink()) throw new Error(`${source} is a link, which no release may contain.`);
      return true;
    },
  });

/** Adds releases to a folder, and removes them. */
const createWriter = (
  root: string,
  { folder, has, read, published }: ReturnType<typeof recordsIn>,
): Pick<Store, 'complete' | 'remove' | 'importFrom' | 'adopt' | 'publish'> => {
  const ownFolder = (release: Named): string => {
    if (!isNamed(release))
      throw new Error(`No release is named ${JSON.stringify(`${release.name}@${release.version}`)}.`);
    return folder(release.name, release.version);
  };
  const moveIn = (side: string, record: ReleaseRecord) => {
    const target = ownFolder(record);
    writeFileSync(join(side, 'release.json'), recordText(record));
    mkdirSync(dirname(target), { recursive: true });
    renameSync(side, target);
  };
  const complete = (name: string, version: string, quick = false) => {
    completeForms(join(ownFolder({ name, version }), 'files'), read(name, version).files, quick);
  };
  return {
    complete,
    remove: (name, version) => rmSync(ownFolder({ name, version }), { recursive: true, force: true }),
    importFrom(from, record) {
      if (published(record)) {
        complete(record.name, record.version);
        return;
      }
      withSideFolder(root, (side) => {
        const files = from.files(record.name, record.version);
        // A release without files, such as the service's, may have no folder for them, since git stores no empty
        // folders.
        if (existsSync(files)) copyFiles(files, join(side, 'files'));
        completeForms(join(side, 'files'), record.files);
        moveIn(side, record);
      });
    },
    adopt(record, files = new Map(), replaces = false) {
      withSideFolder(root, (side) => {
        writeFiles(join(side, 'files'), files);
        if (replaces) rmSync(ownFolder(record), { recursive: true, force: true });
        try {
          moveIn(side, record);
        } catch (error) {
          // Another process stored it at the same moment.
          if (!has(record.name, record.version)) throw error;
        }
      });
    },
    publish: (built, make, quick = false) =>
      withSideFolder(root, (side) => {
        const files = built ? filesIn(built).map((file) => copyFile(built, join(side, 'files'), file, quick)) : [];
        const unstored = make(files);
        const content = contentOf(unstored, files);
        const record: ReleaseRecord = { ...unstored, content, files };
        const { name, version } = record;
        const there = published({ name, version, content });
        if (there) {
          complete(name, version, quick);
          return there;
        }
        moveIn(side, record);
        return record;
      }),
  };
};

export const openStore = (root: string): Store => {
  const records = recordsIn(root);
  const { folder, has, read, versions } = records;
  return {
    root,
    has,
    read,
    versions,
    names: () =>
      foldersIn(root)
        .filter((name) => versions(name).length > 0)
        .toSorted(),
    files: (name, version) => join(folder(name, version), 'files'),
    ...createWriter(root, records),
  };
};
