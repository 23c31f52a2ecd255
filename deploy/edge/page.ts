import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { CurrentRelease } from './current-release.ts';
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
 * The shell's page for a path: the release set inlined, so that no request stands before the first remote, and the
 * route's files preloaded after the shell's own scripts (before them they delay the shell). `extra` goes to its end.
 */
export const pageText = ({ template, text, set }: CurrentRelease, path: string, extra = ''): string =>
  template
    .replace(
      '<!--release-set-->',
      () => `<script type="application/json" id="release-set">${inlineJson(text)}</script>`,
    )
    .replace('<!--preloads-->', '')
    .replace('</head>', () => `${preloadLinks(set, path)}${extra}</head>`);

/** Pages of one release are made once for each set of preloads. */
export const createPages = (extra = '') => {
  let of: CurrentRelease | undefined;
  const made = new Map<string, Page>();
  return (release: CurrentRelease, path: string): Page => {
    if (release !== of) made.clear();
    of = release;
    const key = preloadLinks(release.set, path);
    const known = made.get(key);
    if (known) return known;
    const text = pageText(release, path, extra);
    const html = Buffer.from(text);
    const page = {
      html,
      br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
      gzip: gzipSync(html),
      policy: contentSecurityPolicy(text, release.scripts),
    };
    made.set(key, page);
    return page;
  };
};
