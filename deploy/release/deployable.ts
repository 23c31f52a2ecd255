import { type Configuration, configurationProblems } from './configuration.ts';
import { failureProblems } from './failures.ts';
import type { KernelApi } from './kernel-api.ts';
import type { Owners } from '@atrium/shared-kernel/contracts/release-set';
import { claimsOf, foreignClaims, ownersOf, type RecordedOwners } from './ownership.ts';
import { isItself, type RecordedCall, type RecordedSlot, type ReleaseRecord } from './record.ts';
import { asRead, itemsFor, misfits } from './schema-fit.ts';

/**
 * Events and dialogs that something already handles or opens, although no release that production pins provides them.
 * They do not prevent a deployment. A test fails when a pinned release provides one, so the list shrinks over time.
 */
export const awaited: readonly string[] = [
  // Provided by the shell, from its first release that follows changes.
  'shell.messagesChanged',
  // Provided by mf-workspace, from its first release that says that many chats are being changed.
  'workspace.busyChanged',
];

/** Everything that is pinned in one environment. */
export interface PinnedSet {
  readonly shell: ReleaseRecord;
  readonly service: ReleaseRecord;
  readonly remotes: readonly ReleaseRecord[];
  /** Owners that the environment recorded. */
  readonly owners?: RecordedOwners | undefined;
  /** What the environment configures for its remotes, by name. */
  readonly configuration?: Readonly<Record<string, Configuration>> | undefined;
}

const parts = (version: string) => (version.split('-')[0] ?? '').split('.').map(Number);

/** Whether a kernel supports what was built with another version: the caret rule of semantic versions. */
export const kernelServes = (provided: string, builtWith: string): boolean => {
  const [major = 0, minor = 0, patch = 0] = parts(provided);
  const [wantedMajor = 0, wantedMinor = 0, wantedPatch = 0] = parts(builtWith);
  if (major !== wantedMajor) return false;
  if (major === 0) return minor === wantedMinor && patch >= wantedPatch;
  return minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch);
};

/** What `used` needs and `given` lacks, a part of a sentence each: `uses share of rxjs`. */
export const missingApi = (used: KernelApi = {}, given: KernelApi | undefined): string[] =>
  given === undefined
    ? []
    : Object.entries(used).flatMap(([module, names]) =>
        names
          .filter((name) => !(given[module] ?? []).includes(name))
          .map((name) => `uses ${name} of ${module}, which the shell does not provide`),
      );

const callProblems = (made: RecordedCall, answered: readonly RecordedCall[]): string[] => {
  const answer = answered.find((one) => one.name === made.name);
  if (!answer) return [`makes the call ${made.name}, which the service does not implement`];
  if (answer.version !== made.version || answer.path !== made.path || answer.method !== made.method)
    return [
      `makes version ${made.version} of the call ${made.name}, but the service implements version ${answer.version}`,
    ];
  const missing = made.changes?.filter((change) => answer.changes?.includes(change) === false) ?? [];
  return [
    ...missing.map((change) => `relies on ${made.name} to announce ${change}, which the service does not do`),
    ...misfits(made.input, answer.input).map((why) => `input of ${made.name}: ${why}`),
    ...misfits(answer.output, asRead(made.output)).map((why) => `answer of ${made.name}: ${why}`),
    ...(made.item && answer.item
      ? misfits(itemsFor(made.item, answer.item), asRead(made.item)).map((why) => `item of ${made.name}: ${why}`)
      : []),
  ];
};

const eventProblems = (consumer: ReleaseRecord, all: readonly ReleaseRecord[]): string[] =>
  consumer.contract.handles.flatMap((handled) => {
    const producers = all.filter((one) => one.contract.emits.some((event) => event.name === handled.name));
    if (producers.length === 0 && awaited.includes(handled.name)) return [];
    if (producers.length === 0) return [`handles ${handled.name}, which no pinned release emits`];
    return producers.flatMap((producer) => {
      const event = producer.contract.emits.find((one) => one.name === handled.name);
      const from = `${handled.name} of ${producer.name}@${producer.version}`;
      if (!event) return [];
      if (event.version !== handled.version)
        return [`handles version ${handled.version} of ${from}, which is version ${event.version}`];
      return misfits(event.payload, asRead(handled.payload)).map((why) => `${from}: ${why}`);
    });
  });

const isSame = (one: { name: string; version: number }, other: { name: string; version: number }) =>
  one.name === other.name && one.version === other.version;

/**
 * Compares the input that the shell or a remote gives to fillers of its slot (an empty object if it declares none) with
 * what a filler reads.
 */
const slotProblems = (record: ReleaseRecord, all: readonly ReleaseRecord[]): string[] => {
  // A remote may fill one slot with several of its modules.
  const filled = [...new Map(record.contract.fills.map((one) => [one.name, one])).values()];
  return filled.flatMap((fill) => {
    const owner = all.find(({ contract }) => contract.slots.some(({ name }) => name === fill.name));
    const offered = owner?.contract.slots.find((one) => isSame(one, fill));
    // A filler of a remote's slot may wait for a version of that remote that has the slot, so nothing is missing until
    // then.
    if (!owner && !fill.name.startsWith('shell.')) return [];
    if (!owner || !offered)
      return [
        `fills the slot ${fill.name} in version ${fill.version}, which ${owner?.name ?? 'the shell'} does not offer`,
      ];
    const by = `the slot ${fill.name} of ${owner.name}@${owner.version}`;
    return [
      ...misfits(offered.input ?? { type: 'object' }, asRead(fill.input ?? {})).map((why) => `input of ${by}: ${why}`),
      ...(fill.result ? misfits(fill.result, asRead(offered.result ?? {})) : []).map(
        (why) => `result for ${by}: ${why}`,
      ),
      ...(offered.many ? fillerProblems(record, fill.name, offered.many, all) : []).map(
        (why) => `does not fit: ${by} ${why}`,
      ),
    ];
  });
};

/** Checks what a slot's owner allows: the number of fillers, and the size of each. */
const fillerProblems = (
  { release, files }: ReleaseRecord,
  slot: string,
  { most, kB }: NonNullable<RecordedSlot['many']>,
  all: readonly ReleaseRecord[],
): string[] => {
  const fillsOf = (one: ReleaseRecord['release']) => one?.contract.fills.filter((fill) => fill.slot === slot) ?? [];
  const count = all.flatMap((one) => fillsOf(one.release)).length;
  const sizes = new Map(files.map(({ file, brotli }) => [file, brotli]));
  return [
    ...(count > most ? [`takes ${most} fillers, and ${count} are pinned`] : []),
    ...fillsOf(release).flatMap(({ expose }) => {
      const bytes = (release?.modules[expose]?.js ?? []).reduce((sum, { file }) => sum + (sizes.get(file) ?? 0), 0);
      return bytes > kB * 1000 ? [`takes ${kB} kB from each, and ${expose} is ${(bytes / 1000).toFixed(1)} kB`] : [];
    }),
  ];
};

/**
 * Checks the props given to a dialog against those that its owner reads. Releases that recorded none are not checked.
 */
const dialogProblems = ({ contract }: ReleaseRecord, all: readonly ReleaseRecord[]): string[] =>
  contract.opens.flatMap((opened) => {
    const suppliers = all.flatMap(({ name, version, contract: { supplies } }) =>
      supplies.filter((one) => isSame(one, opened)).map(({ props }) => ({ by: `${name}@${version}`, props })),
    );
    if (suppliers.length === 0)
      return awaited.includes(opened.name) ? [] : [`opens the dialog ${opened.name}, which no pinned release supplies`];
    return suppliers.flatMap(({ by, props }) =>
      opened.props && props
        ? misfits(opened.props, asRead(props)).map((why) => `props of the dialog ${opened.name} of ${by}: ${why}`)
        : [],
    );
  });

/** Who owns what in a set, plus the claims of a record that is not in the set. */
const ownersAmong = ({ remotes, owners }: PinnedSet, record?: ReleaseRecord): Owners =>
  ownersOf([...remotes, ...(record ? [record] : [])].flatMap(claimsOf), owners);

const ownershipProblems = (record: ReleaseRecord, { shell }: PinnedSet, owners: Owners): string[] =>
  record.name === shell.name
    ? []
    : [
        ...(record.name.startsWith('mf-') ? [] : ['does not have the name of a remote, which starts with mf-']),
        ...(isItself(record)
          ? []
          : [`identifies itself to browsers as ${record.release?.name}@${record.release?.version}`]),
        ...foreignClaims(claimsOf(record), owners),
      ];

/**
 * Why one record cannot work with the others, one sentence each; empty if it can be deployed. `owners` are those of the
 * set including the record, if they are known.
 */
export const problemsOf = (
  record: ReleaseRecord,
  set: PinnedSet,
  owners: Owners = ownersAmong(set, record),
): string[] => {
  const { shell, service, remotes } = set;
  const all = [shell, ...remotes];
  const { contract } = record;
  return [
    ...(kernelServes(shell.kernel, record.kernel)
      ? []
      : [`was built with kernel ${record.kernel}, the shell provides ${shell.kernel}`]),
    ...missingApi(contract.takes, shell.contract.gives),
    ...ownershipProblems(record, set, owners),
    ...slotProblems(record, all),
    ...dialogProblems(record, all),
    ...eventProblems(record, all),
    ...contract.calls.flatMap((call) => callProblems(call, service.contract.answers)),
    ...failureProblems(contract, service.contract),
    ...configurationProblems(contract.configuration, set.configuration?.[record.name]).map(
      (why) => `rejects its configuration: ${why}`,
    ),
  ].map((why) => `${record.name}@${record.version} ${why}`);
};

/** Problems of the whole set, because a new version may also break those that stay. */
export const problemsOfSet = (set: PinnedSet): string[] => {
  const owners = ownersAmong(set);
  return [set.shell, ...set.remotes].flatMap((record) => problemsOf(record, set, owners));
};
