import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { CurrentRelease } from './current-release.ts';
import { inspectable } from './inspectable.ts';
import { contentSecurityPolicy } from './policy.ts';
import { preloadLinks } from './preloads.ts';

export interface Page {
  readonly html: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
  readonly policy: string;
}

/** JSON within a script element: nothing in it may end the element. */
const inlineJson = (text: string) => text.trim().replaceAll('<', '\\u003c');

/**
 * The shell's page: the release set inlined, so that no request stands before the first remote, and the
 * route's files preloaded after the shell's own scripts (before them they delay the shell). `end` goes to the head's end.
 */
export const pageText = ({ template, text }: CurrentRelease, links: string, end: string): string =>
  template
    .replace(
      '<!--release-set-->',
      () => `<script type="application/json" id="release-set">${inlineJson(text)}</script>`,
    )
    .replace('<!--preloads-->', '')
    .replace('</head>', () => `${links}${end}</head>`);

interface PageOptions {
  /** For the end of each page's head. */
  readonly end: string;
  readonly preloads: boolean;
  /** Whether a browser may ask for the inspector. Default: not in production. */
  readonly inspector?: boolean | undefined;
}

/** Pages of one release are made once for each set of preloads. */
export const createPages = ({ end, preloads, inspector }: PageOptions) => {
  let of: CurrentRelease | undefined;
  const made = new Map<string, Page>();
  return (release: CurrentRelease, path: string, signedIn: boolean): Page => {
    if (release !== of) made.clear();
    of = release;
    const links = preloads ? preloadLinks(release.set, path, signedIn) : '';
    const known = made.get(links);
    if (known) return known;
    const asked = inspector ?? release.set.environment !== 'production';
    const text = pageText(release, links, asked ? end + inspectable : end);
    const html = Buffer.from(text);
    const page = {
      html,
      br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
      gzip: gzipSync(html),
      policy: contentSecurityPolicy(text, release.scripts),
    };
    made.set(links, page);
    return page;
  };
};
