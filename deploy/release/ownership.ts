import type { Owners, Release } from '@atrium/shared-kernel/contracts/release-set';
import {
  areaOf,
  ownerOfName,
  ownersOfRoute,
  pathsOverlap,
  shortcutOwners,
  slotFillers,
} from '@atrium/shared-kernel/contracts/owners';
import type { RecordedContract, ReleaseRecord } from './record.ts';

/** `slot`: to fill it. `offer`: to render it and show its fillers. */
export const kinds = ['slot', 'offer', 'dialog', 'route', 'event', 'shortcut'] as const;

/** A name that a remote's contract declares as its own. */
export interface Claim {
  readonly remote: string;
  readonly kind: (typeof kinds)[number];
  readonly name: string;
}

/** Owners that an environment recorded, by claim: `route /news`. */
export type RecordedOwners = Readonly<Record<string, string>>;

const shortcuts = new Map<string, string>(Object.entries(shortcutOwners));
const fillers = new Map<string, readonly string[]>(Object.entries(slotFillers));

export const claimKey = ({ kind, name }: Pick<Claim, 'kind' | 'name'>): string => `${kind} ${name}`;

type Surface = Pick<Release['contract'], 'routes' | 'fills' | 'dialogs'>;

/** What a release claims in a page. */
export const surfaceClaims = (remote: string, { routes, fills, dialogs: supplied }: Surface): Claim[] => [
  ...routes.map(({ path }): Claim => ({ remote, kind: 'route', name: path })),
  ...fills.map(({ slot }): Claim => ({ remote, kind: 'slot', name: slot })),
  ...supplied.map(({ dialog }): Claim => ({ remote, kind: 'dialog', name: dialog })),
  ...supplied.flatMap(({ shortcut }): Claim[] => (shortcut ? [{ remote, kind: 'shortcut', name: shortcut }] : [])),
];

/** Everything that a published version claims, in its recorded contract and in what it gives to pages. */
export const claimsOf = ({
  name: remote,
  contract,
  release,
}: {
  readonly name: string;
  readonly contract: Pick<RecordedContract, 'slots' | 'fills' | 'supplies' | 'emits'>;
  readonly release?: ReleaseRecord['release'];
}): Claim[] => {
  const claims = [
    ...(release ? surfaceClaims(remote, release.contract) : []),
    ...contract.slots.map(({ name }): Claim => ({ remote, kind: 'offer', name })),
    ...contract.fills.map(({ name }): Claim => ({ remote, kind: 'slot', name })),
    ...contract.supplies.map(({ name }): Claim => ({ remote, kind: 'dialog', name })),
    ...contract.emits.map(({ name }): Claim => ({ remote, kind: 'event', name })),
  ];
  return [...new Map(claims.map((claim) => [claimKey(claim), claim])).values()];
};

/** Slots of remotes can be filled by any remote, next to each other. */
export const isOpen = ({ kind, name }: Pick<Claim, 'kind' | 'name'>): boolean =>
  kind === 'slot' && areaOf(name) !== 'shell';

const declared = ({ kind, name, remote }: Claim): readonly string[] => {
  if (kind === 'slot') return fillers.get(name) ?? [];
  if (kind === 'route') return ownersOfRoute(name).filter((owner, _, all) => all.length === 1 || owner !== remote);
  const owner = kind === 'shortcut' ? shortcuts.get(name) : ownerOfName(name);
  return owner ? [owner] : [];
};

/** Owners of other routes that match one of the same paths. */
const neighbours = ({ kind, name, remote }: Claim, routes: Iterable<readonly [string, string]>): string[] =>
  kind === 'route'
    ? [...routes].filter(([path, owner]) => owner !== remote && pathsOverlap(path, name)).map(([, owner]) => owner)
    : [];

/**
 * Who owns what is claimed: as the environment recorded it, otherwise as the contracts of the kernel declare it. A name
 * that neither knows belongs to whoever claims it first.
 */
export const ownersOf = (claims: readonly Claim[], recorded: RecordedOwners = {}): Owners => {
  const owners: Record<string, string[]> = {};
  const routes = new Map(
    Object.entries(recorded).flatMap(([key, owner]) => (key.startsWith('route ') ? [[key.slice(6), owner]] : [])),
  );
  for (const claim of claims) {
    const key = claimKey(claim);
    if (isOpen(claim) && recorded[key] === undefined) {
      owners[key] = [...new Set([...(owners[key] ?? []), claim.remote])];
      continue;
    }
    if (owners[key]) continue;
    const given = [[recorded[key] ?? []].flat(), declared(claim), neighbours(claim, routes)].find(
      (some) => some.length > 0,
    );
    owners[key] = [...(given ?? [claim.remote])];
    if (claim.kind === 'route' && !given) routes.set(claim.name, claim.remote);
  }
  return owners;
};

/** Claims on what belongs to somebody else, each as a sentence that names both. */
export const foreignClaims = (claims: readonly Claim[], owners: Owners): string[] =>
  claims.flatMap((claim) => {
    const theirs = owners[claimKey(claim)] ?? [];
    return theirs.includes(claim.remote)
      ? []
      : [`claims the ${claimKey(claim)}, which belongs to ${theirs.join(' and ') || 'nobody'}`];
  });

/** A release reduced to what the owners allow it. */
export const ownSurface = <R extends Release>(release: R, owners: Owners): R => {
  const isOwn = (kind: Claim['kind'], name: string) =>
    owners[claimKey({ kind, name })]?.includes(release.name) ?? false;
  const { contract } = release;
  return {
    ...release,
    contract: {
      ...contract,
      routes: contract.routes.filter(({ path }) => isOwn('route', path)),
      fills: contract.fills.filter(({ slot }) => isOwn('slot', slot)),
      dialogs: contract.dialogs
        .filter(({ dialog }) => isOwn('dialog', dialog))
        .map(({ shortcut, ...dialog }) => (shortcut && isOwn('shortcut', shortcut) ? { ...dialog, shortcut } : dialog)),
    },
  };
};

/** What has to be recorded so that the remote that was pinned first with a claim keeps it. */
export const firstClaims = (claims: readonly Claim[], recorded: RecordedOwners): RecordedOwners => {
  const owners = ownersOf(claims, recorded);
  const isFirst = (claim: Claim) =>
    owners[claimKey(claim)]?.includes(claim.remote) &&
    !isOpen(claim) &&
    declared(claim).length === 0 &&
    recorded[claimKey(claim)] === undefined;
  return Object.fromEntries(claims.filter(isFirst).map((claim) => [claimKey(claim), claim.remote]));
};
