import type { PinnedRelease, Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { ownSurface } from '../release/ownership.ts';
import { type HeldRelease, plain, releaseSetText } from '../release/release-set.ts';
import { isFor, type SignedRollout, type Visitor } from '../release/rollout.ts';
import type { SignedSet } from '../release/signed-set.ts';
import { type Cohort, canariesFor } from './cohort.ts';
import { disabledPlaces } from './disabled.ts';
import type { StaticParts } from './frame.ts';
import { previewTitle } from '../release/preview.ts';

type Preview = NonNullable<SignedSet['previews']>[number];

/** What the edge serves to one cohort of browsers now. */
export interface CurrentRelease {
  readonly set: ReleaseSet;
  /** What a browser is told of the set: without what only an edge needs. */
  readonly text: string;
  /** The shell's page with its markers. */
  readonly template: string;
  /** Files of the shell by their path below its base. */
  readonly shellFiles: ReadonlySet<string>;
  readonly parts: StaticParts;
  /** Remotes that only this browser is without. */
  readonly disabled: readonly string[];
  /** Versions that only this browser has, until they end. */
  readonly previews: readonly Preview[];
}

/** By what it is decided what a browser gets. */
export interface Asked {
  readonly cohort: Cohort | undefined;
  readonly visitor: Visitor;
  /** Remotes that it asked to be without. */
  readonly disabled?: readonly string[];
  /** Versions that it opened as previews: `mf-chat@0.2.0-pr.7`. */
  readonly previews?: readonly string[];
}

/** In the page of a shell that holds remotes to what is theirs by itself. */
const checksOwners = '<meta name="release-set" content="owners"';

/** Of what it falls back to a page needs the entry only: its claims are those of the pinned version. */
const fallback = ({ contract, ...previous }: Release): Release => ({
  ...previous,
  modules: {},
  contract: { version: contract.version, routes: [], fills: [], dialogs: [] },
});

/** A remote as a page needs it: its preloads and first calls stand in the page, and each entry knows its files. */
const inBrowser = ({ previous, ...release }: PinnedRelease): PinnedRelease => {
  const { first: _, whenDisabled: __, ...contract } = release.contract;
  return { ...release, contract, modules: {}, ...(previous ? { previous: fallback(previous) } : {}) };
};

/** By their names, flags as a page is told of them: those that are on, and those that would be on if it were not told. */
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

/** Of one set, what different browsers get. */
const mostMade = 200;

interface Choices {
  readonly held: SignedSet;
  readonly common: Pick<CurrentRelease, 'template' | 'shellFiles' | 'parts'>;
  readonly shell: ReleaseSet['shell'];
  /** By release, its flags that are on where nobody says otherwise. */
  readonly standards: ReadonlyMap<string, readonly string[]>;
}

type Held = SignedSet['remotes'][number];

/** Which release of each remote a browser gets, with the one to fall back to. */
const releasesFor = (there: readonly Held[], chosen: readonly string[], previews: readonly Preview[]) => {
  const named = new Map(previews.map(({ release }) => [release.name, release]));
  return [
    ...there.map(({ canary, previous, ...stable }): { given: HeldRelease; before: HeldRelease | undefined } => {
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

/** Makes of one set what a browser gets; the same is made once. */
export const createChoice = ({ held, common, shell, standards }: Choices): ((asked: Asked) => CurrentRelease) => {
  const made = new Map<string, CurrentRelease>();
  // An older shell gives a claim to whoever makes it: it is not told of those that are another remote's.
  const ownPart = (release: HeldRelease) =>
    common.template.includes(checksOwners) ? plain(release) : ownSurface(plain(release), held.owners);
  return ({ cohort, visitor, disabled: without = [], previews: opened = [] }) => {
    const chosen = canariesFor(held, cohort, visitor);
    const there = held.remotes.filter(({ name, share }) => share === undefined || chosen.includes(name));
    const isOut = ({ name, disabled }: Held) => disabled ?? without.includes(name);
    const out = there.filter(isOut);
    const asked = out.filter((one) => !one.disabled).map(({ name }) => name);
    const previews = (held.previews ?? []).filter(
      ({ release }) => opened.includes(previewTitle(release)) && !out.some(({ name }) => name === release.name),
    );
    const shown = releasesFor(
      there.filter((one) => !isOut(one)),
      chosen,
      previews,
    );
    const standard = shown.flatMap(({ given: { name, version } }) => standards.get(`${name}@${version}`) ?? []);
    const flags = flagsFor(held.flags ?? {}, standard, visitor);
    const id = [
      held.id,
      ...chosen,
      ...asked.map((name) => `no-${name}`),
      ...previews.map(({ release }) => previewTitle(release)),
      ...Object.entries(flags).map(([name, on]) => (on ? `on-${name}` : `off-${name}`)),
    ].join('.');
    const known = made.get(id);
    if (known) {
      // What is used stays: the first one is that which nobody asked for the longest.
      made.delete(id);
      made.set(id, known);
      return known;
    }
    const remotes = shown.map(({ given, before }) => ({
      ...ownPart(given),
      ...(before ? { previous: ownPart(before) } : {}),
    }));
    const set: ReleaseSet = {
      environment: held.environment,
      id,
      owners: held.owners,
      ...(Object.keys(flags).length > 0 ? { flags } : {}),
      disabled: disabledPlaces(out.map((one) => ownSurface(plain(one), held.owners))),
      shell,
      remotes,
    };
    const text = releaseSetText({ ...set, remotes: remotes.map(inBrowser) });
    const current = { ...common, disabled: asked, previews, set, text };
    // Browsers may ask for any of them to be away, and each flag with a share halves who gets the same.
    const [oldest] = made.keys();
    if (oldest !== undefined && made.size >= mostMade) made.delete(oldest);
    made.set(id, current);
    return current;
  };
};
