import type { IncomingMessage } from 'node:http';
import type { Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { Note } from './banner.ts';
import { claimKey, surfaceClaims } from '../release/ownership.ts';

const parameter = 'disable';
const cookie = /(?:^|;\s*)atrium_disabled=([\w.-]{1,400})(?:;|$)/;
/** Remotes that one browser can do without at once. */
const most = 20;

const namesIn = (text: string, separator: string): string[] =>
  [...new Set(text.split(separator).map((name) => name.trim()))]
    .filter((name) => /^mf-[\w-]+$/.test(name))
    .toSorted()
    .slice(0, most);

/** Remotes that a browser asked to be without, by its cookie. */
export const disabledBy = (cookies = ''): string[] => namesIn(cookie.exec(cookies)?.[1] ?? '', '.');

/** An answer to `?disable=mf-x`: where the same page is without it, and the cookie that remembers it. */
export interface DisableAnswer {
  readonly location: string;
  readonly cookie: string;
}

/**
 * `?disable=mf-x,mf-y` gives this browser a page without these remotes until it is closed; `?disable=` gives them back.
 * Undefined where nobody asks for that.
 */
export const disableAnswer = ({ url = '/' }: IncomingMessage, secure: boolean): DisableAnswer | undefined => {
  const text = `http://edge${url}`;
  if (!url.includes(parameter) || !URL.canParse(text)) return undefined;
  const given = new URL(text);
  const names = given.searchParams.getAll(parameter).join(',');
  if (!given.searchParams.has(parameter)) return undefined;
  given.searchParams.delete(parameter);
  const wanted = namesIn(names, ',').join('.');
  const end = wanted ? '' : '; Max-Age=0';
  return {
    // One slash: two would name another host.
    location: given.pathname.replace(/^\/+/, '/') + given.search,
    cookie: `atrium_disabled=${wanted}; Path=/; HttpOnly; SameSite=Lax${end}${secure ? '; Secure' : ''}`,
  };
};

/** What the slots, pages and dialogs of disabled releases show, by claim; without a sentence the shell has one. */
export const disabledPlaces = (releases: readonly Release[]): ReleaseSet['disabled'] => {
  const places = releases.flatMap(({ name, contract }) =>
    surfaceClaims(name, contract)
      .filter(({ kind }) => kind !== 'shortcut')
      .map((claim) => [claimKey(claim), contract.whenDisabled?.[claimKey(claim)] ?? '']),
  );
  return places.length > 0 ? Object.fromEntries(places) : undefined;
};

/** For the banner of a page: what only this browser is without, with the way back. Names are those of remotes. */
export const disabledNote = (names: readonly string[]): Note[] =>
  names.length === 0
    ? []
    : [
        {
          label: 'Disabled remotes',
          text: `Disabled in this browser: ${names.join(', ')}.`,
          link: { href: `?${parameter}=`, text: 'Turn on again' },
        },
      ];
