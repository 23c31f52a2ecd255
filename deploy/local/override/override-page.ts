import type { Owners, PinnedRelease, Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { claimKey, isOpen, ownersOf, ownSurface, surfaceClaims } from '../../release/ownership.ts';
import { ownersIn } from '../../release/release-set.ts';
import { Problem } from '../problem.ts';
import { base, paths } from './paths.ts';

/** A page of an environment as its edge sent it. */
export interface SentPage {
  readonly html: string;
  /** Its content security policy; empty if there is none. */
  readonly policy: string;
}

export interface OverrideOfPage {
  /** The remote as built from its sources. */
  readonly release: Release;
  /** Integrity of the script that must run before the shell. */
  readonly script: string;
  /** The origin that the browser uses. */
  readonly origin: string;
}

const element = /(<script type="application\/json" id="release-set">)([\s\S]*?)(<\/script>)/;
const inline = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Throws a sentence for production, whose users must never get anything but what is pinned. */
export const refuseProduction = (environment: string): void => {
  if (environment === 'production')
    throw new Problem('The environment production allows no overrides: it runs exactly what is pinned.');
};

/** The release set in a page of the product; undefined if it is another page. */
export const setIn = (html: string): ReleaseSet | undefined => {
  const text = element.exec(html)?.[2];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the edge of the environment wrote it; a page keeps what we do not know of it
  return text === undefined ? undefined : (JSON.parse(text) as ReleaseSet);
};

/** The same page with another release set, and with what has to follow the set. */
export const withSet = (html: string, set: ReleaseSet, added = ''): string =>
  html.replace(element, (_, open: string, __, close: string) => open + inline(set) + close + added);

/** Who owns what a remote claims within an environment's set: unowned claims become its own. */
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

/**
 * Replaces one remote, or adds it if the environment does not have it yet. Claims that another remote owns are removed.
 */
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
 * The environment's own page with one remote from source: the remote is replaced in the release set, preloads of the
 * pinned version are removed, and a script before the shell adds the banner and a development build of React.
 * Everything else stays as it was sent, byte for byte. A page that is not the product's is returned unchanged. Throws a
 * sentence for a page of production.
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
  // Later chunks and updates of the remote have no hash, and only this path may provide them.
  const policy = page.policy.replace(/script-src [^;]*/, (sources) => `${sources} '${script}' ${origin}${base}`);
  return { html, policy };
};
