import { pathsOverlap } from '@atrium/shared-kernel/contracts/owners';
import { ownSurface } from '../release/ownership.ts';
import type { Asset, PinnedRelease, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';

/** What a visitor sees of the main screen. The bars are only for signed-in users. */
const visitorSlots: readonly string[] = ['shell.main'];
/** The shell loads the bars after the chat: if they were requested earlier, they would delay what users wait for. */
const preloadedSlots: readonly string[] = ['shell.main'];
/** Data for the first screen is requested at once, including what shows after the chat, because responses are small. */
const firstCallSlots: readonly string[] = ['shell.left', 'shell.main'];
const mainScreen = /^\/(app\/ai\/?)?$/;

/** Matches `/team/:id` against whole paths. */
const matches = (route: string, path: string): boolean => {
  const wanted = route.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
};

const surfaceOf = (set: ReleaseSet, release: PinnedRelease) =>
  (set.owners ? ownSurface(release, set.owners) : release).contract;

export const isMainScreen = (path: string): boolean => mainScreen.test(path);

/**
 * Whether the shell has a page at a path, even one of a disabled remote. At any other path it shows a page that says so
 * (A2.16).
 */
export const isPage = (set: ReleaseSet, path: string): boolean =>
  isMainScreen(path) ||
  Object.keys(set.disabled ?? {}).some((claim) => claim.startsWith('route ') && pathsOverlap(claim.slice(6), path)) ||
  set.remotes.some((release) => surfaceOf(set, release).routes.some((route) => pathsOverlap(route.path, path)));

interface Shown {
  /** A slot of the main screen, or `page`. */
  readonly area: string;
  readonly release: PinnedRelease;
  readonly expose: string;
}

/** The remotes of a path: a page belongs to one, and the main screen shows those that fill the shell's slots. */
export const areasFor = (set: ReleaseSet, path: string, signedIn: boolean): Shown[] =>
  set.remotes.flatMap((release) => {
    const { routes, fills } = surfaceOf(set, release);
    const pages = routes.filter((route) => matches(route.path, path));
    const seen = isMainScreen(path) ? fills.filter(({ slot }) => signedIn || visitorSlots.includes(slot)) : [];
    return [
      ...pages.map(({ expose }) => ({ area: 'page', release, expose })),
      ...seen.map(({ slot, expose }) => ({ area: slot, release, expose })),
    ];
  });

interface Modules {
  readonly release: PinnedRelease;
  readonly exposes: string[];
}

/** The modules of a path's page, or of these slots of the main screen. */
const modulesIn = (slots: readonly string[], set: ReleaseSet, path: string, signedIn: boolean): Modules[] => {
  const first = areasFor(set, path, signedIn).filter(({ area }) => area === 'page' || slots.includes(area));
  return set.remotes
    .map((release) => {
      const own = first.filter((one) => one.release === release).map(({ expose }) => expose);
      return { release, exposes: [...new Set(own)] };
    })
    .filter(({ exposes }) => exposes.length > 0);
};

/** The modules whose first calls a path makes. */
export const firstCallModules = (set: ReleaseSet, path: string, signedIn: boolean): Modules[] =>
  modulesIn(firstCallSlots, set, path, signedIn);

const link = (base: string, { file, integrity }: Asset, as: 'script' | 'style') =>
  `<link rel="preload" as="${as}" href="${base}${file}" integrity="${integrity}" crossorigin="anonymous">`;

/**
 * Preload links for a path: each remote's entry and the other files that its modules need, all with their integrity.
 */
export const preloadLinks = (set: ReleaseSet, path: string, signedIn: boolean): string =>
  modulesIn(preloadedSlots, set, path, signedIn)
    .flatMap(({ release, exposes }) => [
      link(release.base, release.entry, 'script'),
      ...exposes.flatMap((expose) => [
        ...(release.modules[expose]?.js ?? []).map((asset) => link(release.base, asset, 'script')),
        ...(release.modules[expose]?.css ?? []).map((asset) => link(release.base, asset, 'style')),
      ]),
    ])
    .filter((one, at, all) => all.indexOf(one) === at)
    .join('');
