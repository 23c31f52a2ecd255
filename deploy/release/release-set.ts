import { createHash } from 'node:crypto';
import {
  type Owners,
  pinnedRelease,
  type Release,
  release,
  type ReleaseSet,
  releaseSet,
} from '@atrium/shared-kernel/contracts/release-set';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import * as z from 'zod/mini';
import { type Configuration, fittingConfiguration } from './configuration.ts';
import type { PinnedSet } from './deployable.ts';
import type { Environment, Pin } from './environment.ts';
import { ownersOf, type RecordedOwners, surfaceClaims } from './ownership.ts';
import { noPreviews } from './preview.ts';
import { isItself, type ReleaseRecord } from './record.ts';
import { signedRollout } from './rollout.ts';
import type { Store } from './store.ts';

/** Versions that `workspace` pins refer to, by package. */
export type WorkspaceVersions = Readonly<Record<string, string>>;

/** Hash over a release's record and files, as in the store. */
const content = () => z.string().check(z.regex(/^[0-9a-f]{64}$/));
const shell = () => z.extend(releaseSet().shape.shell, { content: content() });
const signedRelease = () => z.extend(release(), { content: content() });

/**
 * Everything that an environment serves: the release set for pages, the content hash of each release, the shell before,
 * and the versions that only some browsers get. The edge derives from it what one browser gets.
 */
export const environmentSet = () =>
  z.extend(releaseSet(), {
    owners: z.record(z.string(), z.array(z.string())),
    /** Who each flag is on for. A page only gets whether it is on. */
    flags: z.optional(z.record(z.string(), signedRollout())),
    /** Versions that only browsers get that opened their URL, until `ends` (ISO 8601). */
    previews: z.optional(z.array(z.object({ ends: z.string(), release: signedRelease() }))),
    shell: z.extend(shell(), { previous: z.optional(shell()) }),
    remotes: z.array(
      z.extend(pinnedRelease(), {
        content: content(),
        previous: z.optional(signedRelease()),
        canary: z.optional(
          z.object({ percent: z.number(), groups: z.optional(signedRollout()), release: signedRelease() }),
        ),
        /** Only this percentage of browsers, and the groups, have the remote at all. */
        share: z.optional(z.number()),
        groups: z.optional(signedRollout()),
        /** No browser has it; its claims stay its own. */
        disabled: z.optional(z.literal(true)),
      }),
    ),
  });

export type EnvironmentSet = z.infer<ReturnType<typeof environmentSet>>;
export type SignedRelease = z.infer<ReturnType<typeof signedRelease>>;
type SignedShell = z.infer<ReturnType<typeof shell>>;
type SignedRemote = EnvironmentSet['remotes'][number];

const versionFor = (name: string, version: string, built: WorkspaceVersions): string => {
  if (version !== 'workspace') return version;
  const known = built[name];
  if (!known) throw new Error(`${name} is pinned to the workspace but not built yet: run npm start once.`);
  return known;
};

/** The entry of a remote for a release set. Throws a sentence if the record is not a remote's. */
export const signedReleaseOf = (record: ReleaseRecord): SignedRelease => {
  const { name, version, release: entry, content: hash } = record;
  if (!entry) throw new Error(`${name}@${version} is not a remote.`);
  if (!isItself(record))
    throw new Error(`${name}@${version} identifies itself to browsers as ${entry.name}@${entry.version}.`);
  return { ...entry, content: hash };
};

const shellOf = ({ version, kernel, content: hash }: ReleaseRecord): SignedShell => ({
  name: 'shell',
  version,
  base: `/assets/shell/${version}/`,
  kernel,
  content: hash,
});

/** Records of everything that an environment pins. Throws a sentence if one is not published. */
export const pinnedSet = (environment: Environment, store: Store, built: WorkspaceVersions = {}): PinnedSet => {
  const read = (name: string, { version }: Pin) => store.read(name, versionFor(name, version, built));
  return {
    shell: read('shell', environment.shell),
    service: read('service', environment.service),
    remotes: Object.entries(environment.remotes).map(([name, pin]) => read(name, pin)),
    owners: environment.owners,
    configuration: environment.configuration,
  };
};

/** Adds the values that this version accepts. Values that do not fit are refused earlier, and never served. */
const configuredWith = (values: Configuration | undefined, record: ReleaseRecord): SignedRelease => {
  const { configuration: _, ...entry } = signedReleaseOf(record);
  const fitting = fittingConfiguration(record.contract.configuration, values);
  return fitting ? { ...entry, configuration: fitting } : entry;
};

const remoteOf = (
  store: Store,
  name: string,
  pin: Pin,
  built: WorkspaceVersions,
  values: Configuration | undefined,
): SignedRemote => {
  const configured = (record: ReleaseRecord) => configuredWith(values, record);
  const before =
    pin.previous !== undefined && store.has(name, pin.previous) ? store.read(name, pin.previous) : undefined;
  return {
    ...configured(store.read(name, versionFor(name, pin.version, built))),
    ...(before ? { previous: configured(before) } : {}),
    ...(pin.canary
      ? {
          canary: {
            percent: pin.canary.percent,
            ...(pin.canary.groups ? { groups: pin.canary.groups } : {}),
            release: configured(store.read(name, pin.canary.version)),
          },
        }
      : {}),
    ...(pin.share === undefined ? {} : { share: pin.share }),
    ...(pin.groups ? { groups: pin.groups } : {}),
    ...(pin.disabled ? { disabled: pin.disabled } : {}),
  };
};

/** Changes with everything that is served, but not with the signature's number and time. */
export const idOf = (set: Omit<EnvironmentSet, 'id'>): string => {
  // In the order of the schema, so that a set that was parsed again has the same id.
  const { id: _, ...content } = schemaFor(environmentSet).parse({ ...set, id: '' });
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
};

interface ServedRemote extends Release {
  readonly canary?: { readonly release: Release } | undefined;
  readonly previous?: Release | undefined;
}

/**
 * Who owns what the releases of a set claim. Pinned releases take precedence over canaries, and canaries over earlier
 * versions.
 */
export const ownersIn = (remotes: readonly ServedRemote[], recorded: RecordedOwners = {}): Owners =>
  ownersOf(
    [
      ...remotes,
      ...remotes.flatMap(({ canary }) => (canary ? [canary.release] : [])),
      ...remotes.flatMap(({ previous }) => (previous ? [previous] : [])),
    ].flatMap(({ name, contract }) => surfaceClaims(name, contract)),
    recorded,
  );

/** Previews for browsers that opened their URL, without those whose release is no longer in the store. */
const previewsOf = ({ environment: name, previews, configuration }: Environment, store: Store) =>
  noPreviews(name, previews) === undefined
    ? Object.entries(previews ?? {}).flatMap(([title, ends]) => {
        const [remote = '', version = ''] = title.split('@');
        if (!store.has(remote, version)) return [];
        return [{ ends, release: configuredWith(configuration?.[remote], store.read(remote, version)) }];
      })
    : [];

/** What the edge serves for an environment. Throws a sentence if something pinned is not published. */
export const resolveReleaseSet = (
  environment: Environment,
  store: Store,
  built: WorkspaceVersions = {},
): EnvironmentSet => {
  const pin = environment.shell;
  const before =
    pin.previous !== undefined && store.has('shell', pin.previous) ? store.read('shell', pin.previous) : undefined;
  const remotes = Object.entries(environment.remotes).map(([name, one]) =>
    remoteOf(store, name, one, built, environment.configuration?.[name]),
  );
  const previews = previewsOf(environment, store);
  const set = {
    environment: environment.environment,
    owners: ownersIn([...remotes, ...previews.map(({ release: one }) => one)], environment.owners),
    ...(previews.length > 0 ? { previews } : {}),
    ...(environment.flags ? { flags: environment.flags } : {}),
    shell: {
      ...shellOf(store.read('shell', versionFor('shell', pin.version, built))),
      ...(before ? { previous: shellOf(before) } : {}),
    },
    remotes,
  };
  return { ...set, id: idOf(set) };
};

interface AnySet {
  readonly environment: string;
  readonly serial?: number;
  readonly expires?: string;
  readonly id: string;
  readonly owners?: Owners | undefined;
  readonly disabled?: ReleaseSet['disabled'];
  readonly flags?: object | undefined;
  readonly previews?: readonly object[] | undefined;
  readonly shell: object;
  readonly remotes: readonly object[];
}

const lineOf = (name: string, value: unknown) =>
  value === undefined ? '' : `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;

/** Formats one line per remote. */
export const releaseSetText = ({ remotes, ...set }: AnySet): string => {
  const names = ['environment', 'serial', 'expires', 'id', 'owners', 'disabled', 'flags', 'previews', 'shell'] as const;
  return `{\n${names.map((name) => lineOf(name, set[name])).join('')}"remotes": [
${remotes.map((one) => JSON.stringify(one)).join(',\n')}
]
}
`;
};

/** The part of a release that pages get. */
export const plain = ({
  name,
  version,
  base,
  entry,
  kernel,
  contract,
  modules,
  configuration,
}: SignedRelease): Release => ({
  name,
  version,
  base,
  entry,
  kernel,
  contract,
  modules,
  ...(configuration ? { configuration } : {}),
});
