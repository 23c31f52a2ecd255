import { decimal } from '@atrium/shared-kernel/contracts/decimal';
import { type Environment, withPreview } from '../environment.ts';
import { signingKey } from '../keys.ts';
import { newestOf, noPreviews, previewTitle, previewToken } from '../preview.ts';
import { change } from './change.ts';
import {
  codes,
  type Command,
  done,
  parseNamed,
  refused,
  type ReleaseContext,
  required,
  type Result,
  UsageError,
} from './command.ts';

const day = 86_400_000;
const usualDays = 3;
const mostDays = 30;

interface Options {
  readonly environment: string;
  /** `mf-chat@0.2.0-pr.7`, or `mf-chat@pr-7` for the newest of that pull request. */
  readonly given: string | undefined;
  readonly isEnd: boolean;
  readonly days: number;
  readonly origin: string | undefined;
}

const optionIn = (args: string[], option: string): string | undefined => {
  const at = args.indexOf(option);
  return at < 0 ? undefined : required(args.splice(at, 2)[1], `What ${option} is`);
};

const parseOptions = (given: readonly string[]): Options => {
  const args = [...given];
  const days = decimal(optionIn(args, '--days') ?? String(usualDays)) ?? 0;
  if (!(days > 0 && days <= mostDays)) throw new UsageError(`--days must be a number up to ${mostDays}.`);
  const origin = optionIn(args, '--origin');
  if (origin !== undefined && !/^https?:\/\/[^/]+\/?$/.test(origin))
    throw new UsageError(`${origin} is not an origin.`);
  const isEnd = args.includes('--end');
  const [first, second, ...more] = args.filter((one) => one !== '--end');
  if (more.length > 0) throw new UsageError(`Unexpected argument: ${more.join(' ')}.`);
  // Versions that were published to be previewed are previewed on staging by default.
  const [environment = 'staging', title] = first?.includes('@') ? [undefined, first] : [first, second];
  return { environment, given: title, isEnd, days, origin };
};

/** The version that is meant; throws if none of that pull request was published. */
const titleOf = ({ store }: ReleaseContext, given: string): string => {
  const { name, version } = parseNamed(given);
  const [, request] = /^pr-(\d+)$/.exec(version) ?? [];
  if (request === undefined) return previewTitle({ name, version });
  const newest = newestOf(request, store.versions(name));
  if (newest) return previewTitle({ name, version: newest });
  throw new Error(
    `No version of ${name} belongs to pull request ${request}: \`pnpm release publish ${name}@<version>-pr.${request}\` publishes one.`,
  );
};

/** All open previews of a pull request. */
const endedTitles = (environment: Environment, given: string): string[] => {
  const { name, version } = parseNamed(given);
  const [, request] = /^pr-(\d+)$/.exec(version) ?? [];
  if (request === undefined) return [given];
  return Object.keys(environment.previews ?? {}).filter((title) => {
    const one = parseNamed(title);
    return one.name === name && newestOf(request, [one.version]) !== undefined;
  });
};

/** The environment without expired previews. */
export const withoutEnded = (environment: Environment, now: number): Environment =>
  Object.entries(environment.previews ?? {})
    .filter(([, ends]) => !(Date.parse(ends) > now))
    .reduce((so, [title]) => withPreview(so, title, undefined), environment);

const addressOf = ({ data }: ReleaseContext, { environment, origin }: Options, title: string): string => {
  const token = previewToken(signingKey(data), environment, title);
  const [own] = process.env['ATRIUM_ORIGIN']?.split(',') ?? [];
  return `${(origin ?? own?.trim() ?? '').replace(/\/$/, '')}/?preview=${encodeURIComponent(token)}`;
};

/** Ending a preview that has already ended is not a problem, because a pipeline may do so again. */
const endPreviews = async (context: ReleaseContext, environment: string, given: string): Promise<Result> => {
  let ended: readonly string[] = [];
  const result = await change(context, {
    environment,
    how: 'preview',
    make(now) {
      ended = endedTitles(now, given).filter((title) => now.previews?.[title] !== undefined);
      return ended.reduce((so, title) => withPreview(so, title, undefined), now);
    },
    forced: true,
  });
  if (result.code !== codes.done) return result;
  const lines = ended.map((title) => `${environment}: the preview of ${title} has ended.`);
  return done(lines.length > 0 ? lines : [`${environment} has no preview of ${given}.`], { environment, ended });
};

export const preview: Command = {
  args: '[env] <remote>@<version> | <remote>@pr-<n> [--days n] [--origin https://...] [--end]',
  does: 'create a link that opens a version, on staging by default, until it expires',
  async run(context, args) {
    const options = parseOptions(args);
    const { environment, given, isEnd, days } = options;
    const { registry } = context;
    const now = Date.now();
    const pins = await registry.read(environment);
    if (given === undefined) {
      const previews = pins.previews ?? {};
      const lines = Object.entries(previews).map(([title, ends]) => `  ${title} until ${ends}`);
      return done(lines.length > 0 ? lines : [`${environment} has no previews.`], { environment, previews });
    }
    if (isEnd) return endPreviews(context, environment, given);
    const title = titleOf(context, given);
    const { name, version } = parseNamed(title);
    const why = noPreviews(environment, pins.previews);
    if (why) return refused([`- ${why}`], { reason: 'no-previews', problems: [why] });
    const withdrawn = await registry.withdrawn(name, version);
    if (withdrawn) return refused([`${title} was withdrawn: ${withdrawn.why}`], { reason: 'withdrawn' });
    context.store.read(name, version);
    const ends = new Date(now + days * day).toISOString();
    const result = await change(context, {
      environment,
      how: 'preview',
      make: (all) => withPreview(withoutEnded(all, now), title, ends),
    });
    if (result.code !== codes.done) return result;
    const address = addressOf(context, options, title);
    const more = { environment, preview: title, ends, address };
    return done([`${environment}: ${title} is previewed until ${ends} for everyone who opens`, address], more);
  },
};
