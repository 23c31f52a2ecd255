import type { RecordedFile } from './record.ts';
import type { Store } from './store.ts';

/** A name with the hash of what is in the file: all versions that have it share its address. */
const hashed = /\.[0-9a-f]{8}\.\w+$/;

/** Throws a sentence where another version has other bytes at an address that the two would share. */
export const refuseOtherBytes = (store: Store, name: string, files: readonly RecordedFile[]): void => {
  const own = new Map(files.filter(({ file }) => hashed.test(file)).map(({ file, integrity }) => [file, integrity]));
  for (const version of store.versions(name))
    for (const { file, integrity } of store.read(name, version).files)
      if ((own.get(file) ?? integrity) !== integrity)
        throw new Error(`${name}@${version} has other bytes at the address of ${file}: change something in that file.`);
};

/** Throws a sentence where an entry has no hash of one of its scripts: a browser would run it unproved. */
export const refuseUnproven = (text: string, entry: string, files: readonly RecordedFile[]): void => {
  const unproven = files.find(
    ({ file, integrity }) => file.endsWith('.js') && file !== entry && !text.includes(integrity),
  );
  if (unproven) throw new Error(`${entry} holds no hash of ${unproven.file}: its build has subresource integrity off.`);
};
