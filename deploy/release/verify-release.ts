import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetRefusal } from './set-problem.ts';
import { forms } from './compressed-forms.ts';
import type { Named, ReleaseRecord } from './record.ts';
import { contentOf, integrityOf, type Store } from './store.ts';

/** Reads a release's record and verifies its content hash. Throws a sentence if it is missing or differs. */
export const provenRecord = (store: Store, name: string, version: string, content: string): ReleaseRecord => {
  if (!store.has(name, version)) throw new SetRefusal('missing', `${name}@${version} is not in the store.`);
  const record = store.read(name, version);
  const { content: claimed, files, ...unstored } = record;
  if (claimed !== content || contentOf(unstored, files) !== content)
    throw new SetRefusal('changed', `The record of ${name}@${version} was changed after it was published.`);
  return record;
};

/** Whether the data has the hash of an `<algorithm>-<base64>` integrity value. */
export const matches = (data: Buffer, integrity: string): boolean =>
  integrityOf(data, integrity.slice(0, integrity.indexOf('-'))) === integrity;

const unpacked = (path: string, unpack: (packed: Buffer) => Buffer) => {
  try {
    return unpack(readFileSync(path));
  } catch {
    return undefined;
  }
};

/** Files of a release that differ from what was published, one sentence each. `which` selects files. */
export const changedFiles = (
  store: Store,
  { name, version, files }: ReleaseRecord,
  which: (file: string) => boolean = () => true,
): string[] =>
  files
    .filter(({ file }) => which(file))
    .flatMap(({ file, integrity }) => {
      const path = join(store.files(name, version), file);
      const problem = (what: string) => [`${name}@${version}: ${file} ${what}.`];
      if (!existsSync(path)) return problem('is missing');
      if (!matches(readFileSync(path), integrity)) return problem('was changed after it was published');
      const isOther = forms.some(({ ending, unpack }) => {
        if (!existsSync(path + ending)) return false;
        const data = unpacked(path + ending, unpack);
        return !data || !matches(data, integrity);
      });
      return isOther ? problem('has a compressed copy with different content') : [];
    });

/** Whether a stored release can be read, and its record and all of its files are consistent. Reads every file. */
export const isWhole = (store: Store, { name, version }: Named): boolean => {
  try {
    const { content } = store.read(name, version);
    return changedFiles(store, provenRecord(store, name, version, content)).length === 0;
  } catch {
    return false;
  }
};
