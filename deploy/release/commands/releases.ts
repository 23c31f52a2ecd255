import { publish as publishPackage, sourceVersion } from '../publish.ts';
import {
  type Command,
  done,
  floorOf,
  parseNamed,
  type ReleaseContext,
  required,
  skipExisting,
  UsageError,
} from './command.ts';

/**
 * A version that environments pin refers to the release stored next to the pins, so that one is published before
 * anything is built.
 */
const publishVendored = async ({ store, vendored, importFrom }: ReleaseContext, name: string, version: string) => {
  if (!vendored?.has(name, version) || store.has(name, version)) return;
  const record = vendored.read(name, version);
  await (importFrom ? importFrom(vendored, record) : store.importFrom(vendored, record));
};

export const publish: Command = {
  args: '<package>[@<version>] [...] [--skip-existing]',
  does: 'build and publish packages, with the version of their package.json unless one is given',
  async run(context, args) {
    const {
      store,
      roots = {},
      publish: publishOne = (name, options) => publishPackage(store, name, options),
    } = context;
    const names = args.filter((one) => one !== skipExisting);
    if (names.length === 0) throw new UsageError('Specify what to publish.');
    const published = [];
    const lines: string[] = [];
    for (const given of names) {
      const { name, version } = given.includes('@')
        ? parseNamed(given)
        : { name: given, version: sourceVersion(given, roots[given]) };
      const root = roots[name];
      await publishVendored(context, name, version);
      if (args.includes(skipExisting) && store.has(name, version)) {
        lines.push(`${name}@${version} is already published and stays unchanged.`);
        continue;
      }
      const { content, files } = await publishOne(name, { version, ...(root === undefined ? {} : { root }) });
      const bytes = files.reduce((sum, { brotli }) => sum + brotli, 0);
      lines.push(`${name}@${version} is published: ${files.length} files, ${(bytes / 1024).toFixed(1)} kB.`);
      published.push({ name, version, content, files: files.length, bytes });
    }
    return done(lines, { published });
  },
};

export const sign: Command = {
  args: '<env>',
  does: 'sign what is pinned and pass it to the edge of this data folder, as after a pin',
  async run({ registry, pinned }, [env]) {
    const environment = await registry.read(required(env, 'The environment'));
    await pinned?.(environment);
    return done([`${environment.environment} is signed and served as pinned.`], { environment });
  },
};

export const resume: Command = {
  args: '<env> [why ...]',
  does: 'after a restore: sign what is pinned with a number higher than any that edges may have seen',
  async run(context, [env, ...why]) {
    const environment = await context.registry.read(required(env, 'The environment'));
    const name = environment.environment;
    const before = await floorOf(context, name);
    await context.pinned?.(environment, 'resume');
    const after = await floorOf(context, name);
    const step = { part: 'signed set', how: 'resume', from: `number ${before}`, to: `number ${after}` };
    await context.registry.note(name, step, why.join(' ') || undefined);
    return done([`${name} is signed and served as pinned, as number ${after}.`], { environment, number: after });
  },
};
