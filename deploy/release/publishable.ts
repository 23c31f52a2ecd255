import type { RecordedFile } from './record.ts';
import type { Store } from './store.ts';

/** A file name with a content hash, whose URL is shared by all versions that contain the file. */
const hashed = /\.[0-9a-f]{8}\.\w+$/;

/** Throws a sentence if another version has other content at a URL that both would share. */
export const refuseOtherBytes = (store: Store, name: string, files: readonly RecordedFile[]): void => {
  const own = new Map(files.filter(({ file }) => hashed.test(file)).map(({ file, integrity }) => [file, integrity]));
  for (const version of store.versions(name))
    for (const { file, integrity } of store.read(name, version).files)
      if ((own.get(file) ?? integrity) !== integrity)
        throw new Error(
          `${name}@${version} has different content under the name ${file}: change something in that file.`,
        );
};

/** Throws a sentence if an entry lacks the hash of one of its scripts, which browsers would then run unverified. */
export const refuseUnproven = (text: string, entry: string, files: readonly RecordedFile[]): void => {
  const unproven = files.find(
    ({ file, integrity }) => file.endsWith('.js') && file !== entry && !text.includes(integrity),
  );
  if (unproven)
    throw new Error(`${entry} contains no hash of ${unproven.file}: its build has subresource integrity turned off.`);
};
