import type { IncomingMessage } from 'node:http';
import type { Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { Note } from './banner.ts';
import { claimKey, surfaceClaims } from '../release/ownership.ts';

const parameter = 'disable';
const cookie = /(?:^|;\s*)atrium_disabled=([\w.-]{1,400})(?:;|$)/;
/** Largest number of remotes that one browser can disable. */
const most = 20;

const namesIn = (text: string, separator: string): string[] =>
  [...new Set(text.split(separator).map((name) => name.trim()))]
    .filter((name) => /^mf-[\w-]+$/.test(name))
    .toSorted()
    .slice(0, most);

/** Remotes that this browser has disabled, according to its cookie. */
export const disabledBy = (cookies = ''): string[] => namesIn(cookie.exec(cookies)?.[1] ?? '', '.');

/** The response to `?disable=mf-x`: where to redirect, and the cookie that stores the choice. */
export interface DisableAnswer {
  readonly location: string;
  readonly cookie: string;
}

/**
 * `?disable=mf-x,mf-y` disables these remotes in this browser until it is closed; `?disable=` enables them again.
 * Undefined if the request asks for neither.
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
    // Exactly one slash, because two would refer to another host.
    location: given.pathname.replace(/^\/+/, '/') + given.search,
    cookie: `atrium_disabled=${wanted}; Path=/; HttpOnly; SameSite=Lax${end}${secure ? '; Secure' : ''}`,
  };
};

/**
 * What the slots, pages and dialogs of disabled releases show, by claim. Without a sentence, the shell shows its own.
 */
export const disabledClaims = (releases: readonly Release[]): ReleaseSet['disabled'] => {
  const claims = releases.flatMap(({ name, contract }) =>
    surfaceClaims(name, contract)
      .filter(({ kind }) => kind !== 'shortcut')
      .map((claim) => [claimKey(claim), contract.whenDisabled?.[claimKey(claim)] ?? '']),
  );
  return claims.length > 0 ? Object.fromEntries(claims) : undefined;
};

/** For the banner of a page: the remotes that are disabled in this browser only, with a way to enable them. */
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
