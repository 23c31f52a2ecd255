import { resolve } from 'node:path';
import { openStore } from '../store.ts';
import { type Command, done, required } from './command.ts';

export const take: Command = {
  args: '<folder>',
  does: 'publish what another store has, as an image brings it: what is there already stays as it is',
  async run({ store, take: takeOne = (from, record) => store.take(from, record) }, [folder]) {
    const from = openStore(resolve(required(folder, 'The folder of a store')));
    const releases = from.names().flatMap((name) => from.versions(name).map((version) => from.read(name, version)));
    for (const record of releases) await takeOne(from, record);
    const names = releases.map(({ name, version }) => `${name}@${version}`);
    const lines =
      names.length > 0 ? names.map((name) => `${name} is published.`) : [`There is no release in ${folder}.`];
    return done(lines, { published: names });
  },
};
