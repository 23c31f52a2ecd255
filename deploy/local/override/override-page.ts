import type { Owners, PinnedRelease, Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { claimKey, isOpen, ownersOf, ownSurface, surfaceClaims } from '../../release/ownership.ts';
import { ownersIn } from '../../release/release-set.ts';
import { Problem } from '../problem.ts';
import { base, paths } from './paths.ts';

/** A page of an environment as its edge sent it. */
export interface SentPage {
  readonly html: string;
  /** Its content security policy; empty where there is none. */
  readonly policy: string;
}

export interface OverrideOfPage {
  /** The remote as it is built from its sources. */
  readonly release: Release;
  /** Integrity of the script that must run before the shell. */
  readonly script: string;
  /** The origin that the browser asks. */
  readonly origin: string;
}

const element = /(<script type="application\/json" id="release-set">)([\s\S]*?)(<\/script>)/;
const inline = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Throws a sentence for an environment whose people must never get anything but what is pinned. */
export const refuseProduction = (environment: string): void => {
  if (environment === 'production')
    throw new Problem('The environment production takes no override: what is pinned there is what runs there.');
};

/** The release set that a page of the product carries; undefined where it is no such page. */
export const setIn = (html: string): ReleaseSet | undefined => {
  const text = element.exec(html)?.[2];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the edge of the environment wrote it; a page keeps what we do not know of it
  return text === undefined ? undefined : (JSON.parse(text) as ReleaseSet);
};

/** The same page with another release set, and with what follows that. */
export const withSet = (html: string, set: ReleaseSet, added = ''): string =>
  html.replace(element, (_, open: string, __, close: string) => open + inline(set) + close + added);

/** Who owns what a remote claims within an environment's set: what nobody does is its own. */
export const ownersWith = (
  { remotes, owners = ownersIn(remotes) }: ReleaseSet,
  { name, contract }: Release,
): Owners => {
  const recorded = Object.fromEntries(Object.entries(owners).map(([claim, [owner = '']]) => [claim, owner]));
  const claims = surfaceClaims(name, contract);
  const shared = claims.filter(isOpen).map((claim) => {
    const others = owners[claimKey(claim)] ?? [];
    return [claimKey(claim), [...new Set([...others, name])]];
  });
  return { ...ownersOf(claims, recorded), ...owners, ...Object.fromEntries(shared) };
};

/** The one remote replaced, or added where the environment does not know it yet; what is another remote's is left out. */
export const withRelease = (set: ReleaseSet, given: PinnedRelease): ReleaseSet => {
  const { remotes, owners: known, ...rest } = set;
  const owners = ownersWith(set, given);
  const replaced = remotes.find(({ name }) => name === given.name);
  const own = ownSurface(given, owners);
  const release = replaced?.configuration ? { ...own, configuration: replaced.configuration } : own;
  return {
    ...rest,
    ...(known ? { owners } : {}),
    remotes: replaced ? remotes.map((one) => (one.name === release.name ? release : one)) : [...remotes, release],
  };
};

/**
 * The environment's own page with one remote from source: its line of the release set is replaced, what was preloaded of
 * the pinned version goes, and a script before the shell brings the banner and a development build of React. All else
 * stays as it was sent, byte for byte. A page that is none of the product comes back as it is. Throws a sentence for
 * one of production.
 */
export const overridePage = (page: SentPage, { release, script, origin }: OverrideOfPage): SentPage => {
  const set = setIn(page.html);
  if (!set) return page;
  refuseProduction(set.environment);
  const pinned = set.remotes.find(({ name }) => name === release.name);
  const facts = { remote: release.name, environment: set.environment, pinned: pinned?.version ?? null };
  const added = [
    `<link rel="stylesheet" href="${paths.styles}">`,
    `<script type="application/json" id="override">${inline(facts)}</script>`,
    `<script src="${paths.script}" integrity="${script}" crossorigin="anonymous"></script>`,
  ].join('');
  const html = withSet(page.html, withRelease(set, release), added).replaceAll(/<link rel="preload"[^>]*>/g, (link) =>
    pinned && link.includes(pinned.base) ? '' : link,
  );
  // Later parts and updates of the remote come without a hash; nothing but this path may bring them.
  const policy = page.policy.replace(/script-src [^;]*/, (sources) => `${sources} '${script}' ${origin}${base}`);
  return { html, policy };
};
