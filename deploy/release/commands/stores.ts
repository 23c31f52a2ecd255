import { resolve } from 'node:path';
import { openStore } from '../store.ts';
import { type Command, done, refused, required, skipExisting } from './command.ts';

export const take: Command = {
  args: '<folder> [--skip-existing]',
  does: 'publish what another store has, compressed; with the option, what is there with other content stays, and is named',
  async run({ store, importFrom: importOne = (from, record) => store.importFrom(from, record) }, args) {
    const [folder] = args.filter((one) => one !== skipExisting);
    const from = openStore(resolve(required(folder, 'The folder of a store')));
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
      ...stayed.map((name) => `${name} stays as it is there: ${folder} has other content under that version.`),
      ...problems.map((why) => `- ${why}`),
    ];
    if (problems.length > 0) return refused(lines, { published, stayed, problems });
    return done(lines.length > 0 ? lines : [`There is no release in ${folder}.`], { published, stayed, problems });
  },
};

export const keep: Command = {
  args: '',
  does: 'keep the releases that are pinned beside their pins, for clones and the contract suites; a pin does so too',
  async run({ keep: keepPinned }) {
    if (!keepPinned) return refused(['Releases are kept beside pins that are files: these are in a bucket.']);
    const { added, removed, other } = await keepPinned();
    const lines = [
      ...added.map((name) => `${name} is kept.`),
      ...removed.map((name) => `${name} is kept no more: nothing pins it.`),
      ...other.map((name) => `${name} stays as it was kept: the store has other content under that version.`),
    ];
    const said = lines.length > 0 ? lines : ['All that is pinned and published is kept already.'];
    return (other.length > 0 ? refused : done)(said, { added, removed, other });
  },
};
