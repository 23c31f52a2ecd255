import type { PinnedRelease, Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { ownSurface } from '../release/ownership.ts';
import { type SignedRelease, plain, releaseSetText } from '../release/release-set.ts';
import { isFor, type SignedRollout, type Visitor } from '../release/rollout.ts';
import type { SignedSet } from '../release/signed-set.ts';
import { type Cohort, canariesFor } from './cohort.ts';
import { disabledClaims } from './disabled.ts';
import type { StaticParts } from './frame.ts';
import { previewTitle } from '../release/preview.ts';

type Preview = NonNullable<SignedSet['previews']>[number];

/** What the edge serves to a group of browsers that get the same. */
export interface CurrentRelease {
  readonly set: ReleaseSet;
  /** The release set as browsers get it, without parts that only an edge needs. */
  readonly text: string;
  /** The shell's page with its markers. */
  readonly template: string;
  /** Files of the shell, relative to its base. */
  readonly shellFiles: ReadonlySet<string>;
  readonly parts: StaticParts;
  /** Remotes that are disabled in this browser only. */
  readonly disabled: readonly string[];
  /** Versions that only this browser has, until they end. */
  readonly previews: readonly Preview[];
}

/** What determines which releases a browser gets. */
export interface ReleaseRequest {
  readonly cohort: Cohort | undefined;
  readonly visitor: Visitor;
  /** Remotes that this browser has disabled. */
  readonly disabled?: readonly string[];
  /** Versions that it opened as previews: `mf-chat@0.2.0-pr.7`. */
  readonly previews?: readonly string[];
}

/** Marks the page of a shell that checks itself which remote owns what. */
const checksOwners = '<meta name="release-set" content="owners"';

/** A page needs only the entry of a fallback version: what the remote claims is taken from the pinned version. */
const fallback = ({ contract, ...previous }: Release): Release => ({
  ...previous,
  modules: {},
  contract: { version: contract.version, routes: [], fills: [], dialogs: [] },
});

/**
 * The part of a remote that browsers need: preloads and first calls are in the page itself, and each entry knows its
 * files.
 */
const inBrowser = ({ previous, ...release }: PinnedRelease): PinnedRelease => {
  const { first: _, whenDisabled: __, ...contract } = release.contract;
  return { ...release, contract, modules: {}, ...(previous ? { previous: fallback(previous) } : {}) };
};

/**
 * The flags that a page gets: those that are on, and those that would be on by default but are off for this visitor.
 */
const flagsFor = (
  flags: Readonly<Record<string, SignedRollout>>,
  standard: readonly string[],
  visitor: Visitor,
): Readonly<Record<string, boolean>> => {
  const set = Object.entries(flags).map(([name, rules]) => [name, isFor(rules, name, visitor)] as const);
  return Object.fromEntries([
    ...standard.map((name) => [name, true] as const),
    ...set.filter(([name, on]) => on || standard.includes(name)),
  ]);
};

/** Largest number of variants of one set that are cached. */
const maxVariants = 200;

interface Choices {
  readonly signed: SignedSet;
  readonly common: Pick<CurrentRelease, 'template' | 'shellFiles' | 'parts'>;
  readonly shell: ReleaseSet['shell'];
  /** For each release, its flags that are on by default. */
  readonly standards: ReadonlyMap<string, readonly string[]>;
}

type SignedRemote = SignedSet['remotes'][number];

/** Which release of each remote a browser gets, and the one to fall back to. */
const releasesFor = (there: readonly SignedRemote[], chosen: readonly string[], previews: readonly Preview[]) => {
  const named = new Map(previews.map(({ release }) => [release.name, release]));
  return [
    ...there.map(({ canary, previous, ...stable }): { given: SignedRelease; before: SignedRelease | undefined } => {
      const preview = named.get(stable.name);
      if (preview) return { given: preview, before: stable };
      return canary && chosen.includes(stable.name)
        ? { given: canary.release, before: stable }
        : { given: stable, before: previous };
    }),
    ...previews
      .filter(({ release }) => !there.some(({ name }) => name === release.name))
      .map(({ release }) => ({ given: release, before: undefined })),
  ];
};

/** Derives from one set what a browser gets. Equal results are cached. */
export const createChoice = ({
  signed,
  common,
  shell,
  standards,
}: Choices): ((request: ReleaseRequest) => CurrentRelease) => {
  const variants = new Map<string, CurrentRelease>();
  // An older shell lets any remote claim anything, so it does not get claims that belong to another remote.
  const ownPart = (release: SignedRelease) =>
    common.template.includes(checksOwners) ? plain(release) : ownSurface(plain(release), signed.owners);
  return ({ cohort, visitor, disabled: without = [], previews: opened = [] }) => {
    const chosen = canariesFor(signed, cohort, visitor);
    const there = signed.remotes.filter(({ name, share }) => share === undefined || chosen.includes(name));
    const isOut = ({ name, disabled }: SignedRemote) => disabled ?? without.includes(name);
    const out = there.filter(isOut);
    const disabledHere = out.filter((one) => !one.disabled).map(({ name }) => name);
    const previews = (signed.previews ?? []).filter(
      ({ release }) => opened.includes(previewTitle(release)) && !out.some(({ name }) => name === release.name),
    );
    const shown = releasesFor(
      there.filter((one) => !isOut(one)),
      chosen,
      previews,
    );
    const standard = shown.flatMap(({ given: { name, version } }) => standards.get(`${name}@${version}`) ?? []);
    const flags = flagsFor(signed.flags ?? {}, standard, visitor);
    const id = [
      signed.id,
      ...chosen,
      ...disabledHere.map((name) => `no-${name}`),
      ...previews.map(({ release }) => previewTitle(release)),
      ...Object.entries(flags).map(([name, on]) => (on ? `on-${name}` : `off-${name}`)),
    ].join('.');
    const known = variants.get(id);
    if (known) {
      // Moving it to the end keeps recently used variants: the first one is always the least recently used.
      variants.delete(id);
      variants.set(id, known);
      return known;
    }
    const remotes = shown.map(({ given, before }) => ({
      ...ownPart(given),
      ...(before ? { previous: ownPart(before) } : {}),
    }));
    const set: ReleaseSet = {
      environment: signed.environment,
      id,
      owners: signed.owners,
      ...(Object.keys(flags).length > 0 ? { flags } : {}),
      disabled: disabledClaims(out.map((one) => ownSurface(plain(one), signed.owners))),
      shell,
      remotes,
    };
    const text = releaseSetText({ ...set, remotes: remotes.map(inBrowser) });
    const current = { ...common, disabled: disabledHere, previews, set, text };
    // Browsers may disable any combination of remotes, and each flag with a share doubles the number of variants.
    const [oldest] = variants.keys();
    if (oldest !== undefined && variants.size >= maxVariants) variants.delete(oldest);
    variants.set(id, current);
    return current;
  };
};
