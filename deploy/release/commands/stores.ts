import { resolve } from 'node:path';
import { openPackedStore } from '../packed-store.ts';
import { partNames, pinOf } from '../environment.ts';
import { isPreviewVersion } from '../preview.ts';
import { changeServed, type Command, done, refused, type ReleaseContext, required, skipExisting } from './command.ts';
import { withoutEnded } from './preview.ts';

export const importReleases: Command = {
  args: '<folder> [--skip-existing]',
  does: 'import releases from another store; with the option, releases that already exist with other content are reported and stay',
  async run({ store, importFrom: importOne = (from, record) => store.importFrom(from, record) }, args) {
    const [folder] = args.filter((one) => one !== skipExisting);
    const from = openPackedStore(resolve(required(folder, 'The folder of a store')));
    const releases = from.names().flatMap((name) => from.versions(name).map((version) => from.read(name, version)));
    const published: string[] = [];
    const stayed: string[] = [];
    const problems: string[] = [];
    for (const record of releases) {
      const title = `${record.name}@${record.version}`;
      const isOther =
        store.has(record.name, record.version) && store.read(record.name, record.version).content !== record.content;
      if (isOther && args.includes(skipExisting)) {
        stayed.push(title);
        continue;
      }
      try {
        await importOne(from, record);
        published.push(title);
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }
    const lines = [
      ...published.map((name) => `${name} is published.`),
      ...stayed.map((name) => `${name} stays unchanged: ${folder} has different content for that version.`),
      ...problems.map((why) => `- ${why}`),
    ];
    if (problems.length > 0) return refused(lines, { published, stayed, problems });
    return done(lines.length > 0 ? lines : [`${folder} contains no releases.`], { published, stayed, problems });
  },
};

/**
 * Ends previews in the pins of all environments, and removes the versions published for them unless they are still
 * open.
 */
const tidyPreviews = async (context: ReleaseContext): Promise<string[]> => {
  const { registry, store } = context;
  const now = Date.now();
  const open = new Set<string>();
  const lines: string[] = [];
  for (const name of await registry.environments()) {
    const before = await registry.read(name);
    const over = Object.keys(before.previews ?? {}).filter(
      (one) => withoutEnded(before, now).previews?.[one] === undefined,
    );
    const after =
      over.length > 0 ? await changeServed(context, name, 'vendor', (all) => withoutEnded(all, now)) : before;
    lines.push(...over.map((title) => `${name}: the preview of ${title} has ended.`));
    for (const title of Object.keys(after.previews ?? {})) open.add(title);
    // Such a version cannot be pinned by a command, but someone may have edited the pins by hand.
    for (const part of partNames(after)) open.add(`${part}@${pinOf(after, part)?.version}`);
  }
  for (const name of store.names())
    for (const version of store.versions(name).filter(isPreviewVersion)) {
      const title = `${name}@${version}`;
      if (open.has(title)) continue;
      store.remove(name, version);
      lines.push(`${title} is removed: it has no preview.`);
    }
  return lines;
};

export const vendor: Command = {
  args: '',
  does: 'store pinned releases next to their pins, for clones and the contract suites, and remove those of ended previews',
  async run(context) {
    if (!context.vendor)
      return refused(['Releases can only be stored next to pins that are files: these pins are in a bucket.']);
    const tidied = await tidyPreviews(context);
    const { added, removed, other } = await context.vendor();
    const lines = [
      ...tidied,
      ...added.map((name) => `${name} is stored.`),
      ...removed.map((name) => `${name} is removed: nothing pins it.`),
      ...other.map((name) => `${name} stays as stored: the release store has different content for that version.`),
    ];
    const shownLines = lines.length > 0 ? lines : ['All pinned and published releases are already stored.'];
    return (other.length > 0 ? refused : done)(shownLines, { added, removed, other, tidied });
  },
};
