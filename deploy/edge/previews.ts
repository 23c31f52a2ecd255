import type { TrustedKey } from '../release/keys.ts';
import { noPreviews, previewTitle, provenPreview } from '../release/preview.ts';
import type { SignedSet } from '../release/signed-set.ts';
import type { Note } from './banner.ts';

const parameter = 'preview';
const cookie = /(?:^|;\s*)atrium_preview=([\w.@+~-]{1,1500})(?:;|$)/;
/** Largest number of remotes that one browser can preview at once. */
const most = 5;

type Preview = NonNullable<SignedSet['previews']>[number];

/** The response to a preview URL: a redirect with the cookie that opens the preview, or why it cannot be opened. */
export type PreviewAnswer = { readonly location: string; readonly cookie: string } | { readonly refused: string };

interface Options {
  readonly environment: string;
  readonly trusted: readonly TrustedKey[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const shownEnd = (ends: string) => `${when.format(new Date(ends))} UTC`;
const remoteIn = (title: string) => title.split('@')[0] ?? '';

/**
 * Previews of one environment. Each browser has the previews that it opened, as tokens that are signed for that
 * environment.
 */
export const createPreviews = ({ environment, trusted, now }: Options) => {
  const proven = new Map<string, string | undefined>();
  /** Signatures are verified once and cached. */
  const titleOf = (token: string): string | undefined => {
    if (!proven.has(token)) {
      if (proven.size >= 1000) proven.clear();
      proven.set(token, provenPreview(token, environment, trusted));
    }
    return proven.get(token);
  };
  const tokensIn = (cookies = '') =>
    (cookie.exec(cookies)?.[1] ?? '')
      .split('~')
      .flatMap((token) => {
        const title = titleOf(token);
        return title === undefined ? [] : [{ token, title }];
      })
      .slice(0, most);
  const listOf = ({ previews = [] }: SignedSet): readonly Preview[] =>
    noPreviews(environment, previews) === undefined ? previews : [];
  const isOpen = ({ ends }: Preview) => Date.parse(ends) > now();

  return {
    /** Versions that a browser has opened and that have not ended. */
    opened(cookies: string | undefined, set: SignedSet): string[] {
      const known = tokensIn(cookies).map(({ title }) => title);
      return listOf(set)
        .filter((one) => isOpen(one) && known.includes(previewTitle(one.release)))
        .map(({ release }) => previewTitle(release));
    },

    /**
     * `?preview=<token>` opens a preview in addition to those of other remotes, `?preview=mf-x@` ends that of a remote,
     * and `?preview=` ends all. The redirect removes the token from the URL. Undefined if the request asks for none of
     * these.
     */
    answer(url: string, cookies: string | undefined, set: SignedSet, secure: boolean): PreviewAnswer | undefined {
      const text = `http://edge${url}`;
      if (!url.includes(parameter) || !URL.canParse(text)) return undefined;
      const given = new URL(text);
      const token = given.searchParams.get(parameter);
      if (token === null) return undefined;
      const ended = token.endsWith('@') ? token.slice(0, -1) : undefined;
      const title = titleOf(token);
      if (token !== '' && ended === undefined) {
        if (title === undefined)
          return {
            refused: `This is not the address of a preview of ${environment}: it was changed, or belongs to another environment.`,
          };
        const known = listOf(set).find(({ release }) => previewTitle(release) === title);
        if (!known)
          return { refused: `The preview of ${title} is no longer available: it ended, or the version was withdrawn.` };
        if (!isOpen(known)) return { refused: `The preview of ${title} ended on ${shownEnd(known.ends)}.` };
      }
      const left = remoteIn(title ?? ended ?? '');
      const others = token === '' ? [] : tokensIn(cookies).filter((one) => remoteIn(one.title) !== left);
      const wanted = [...others.map((one) => one.token), ...(title === undefined ? [] : [token])].slice(-most);
      given.searchParams.delete(parameter);
      const end = wanted.length > 0 ? '' : '; Max-Age=0';
      return {
        // Exactly one slash, because two would refer to another host.
        location: given.pathname.replace(/^\/+/, '/') + given.search,
        cookie: `atrium_preview=${wanted.join('~')}; Path=/; HttpOnly; SameSite=Lax${end}${secure ? '; Secure' : ''}`,
      };
    },
  };
};

/** For the banner of a page: each version that only this browser has, with its end. */
export const previewNotes = (previews: readonly Preview[]): Note[] =>
  previews.map(({ release, ends }) => ({
    label: 'Previews',
    text: `Preview: ${previewTitle(release)}, until ${shownEnd(ends)}.`,
    link: { href: `?${parameter}=${release.name}@`, text: 'End preview' },
  }));
