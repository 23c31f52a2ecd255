import { publish as publishPackage } from '../publish.ts';
import { type Command, done, parseNamed, required, UsageError } from './command.ts';

export const publish: Command = {
  args: '<package>[@<version>] [...]',
  does: 'build packages and publish them: the version of their package.json unless told',
  async run({ store, publish: publishOne = (name, options) => publishPackage(store, name, options) }, names) {
    if (names.length === 0) throw new UsageError('Name what is to be published.');
    const published = [];
    for (const given of names) {
      const { name, version } = given.includes('@') ? parseNamed(given) : { name: given };
      published.push(await publishOne(name, version === undefined ? {} : { version }));
    }
    const facts = published.map(({ name, version, content, files }) => ({
      name,
      version,
      content,
      files: files.length,
      bytes: files.reduce((sum, { brotli }) => sum + brotli, 0),
    }));
    const lines = facts.map(
      ({ name, version, files, bytes }) =>
        `${name}@${version} is published: ${files} files, ${(bytes / 1024).toFixed(1)} kB.`,
    );
    return done(lines, { published: facts });
  },
};

export const sign: Command = {
  args: '<env>',
  does: 'sign what is pinned and hand it to the edge of this data folder, as after a pin',
  async run({ registry, pinned }, [env]) {
    const environment = await registry.read(required(env, 'The environment'));
    await pinned?.(environment);
    return done([`${environment.environment} is signed and served as it is pinned.`], { environment });
  },
};

export const yank: Command = {
  args: '<remote>@<version> <why ...>',
  does: 'withdraw a version: it stays where it is pinned, and is pinned nowhere again',
  async run({ store, registry }, [named, ...why]) {
    const { name, version } = parseNamed(required(named, 'The version'));
    const reason = required(why.join(' '), 'The reason');
    store.read(name, version);
    await registry.withdraw(name, version, reason);
    const environments = await Promise.all((await registry.environments()).map((one) => registry.read(one)));
    const pinnedIn = environments
      .filter(({ shell, service, remotes }) =>
        Object.entries({ shell, service, ...remotes }).some(
          ([part, pin]) => part === name && [pin.version, pin.canary?.version].includes(version),
        ),
      )
      .map(({ environment }) => environment);
    const still = pinnedIn.length > 0 ? ` It is still pinned in ${pinnedIn.join(', ')}.` : '';
    return done([`${name}@${version} is withdrawn: ${reason}.${still}`], { name, version, pinnedIn });
  },
};
