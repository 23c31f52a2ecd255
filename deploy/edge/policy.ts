import { createHash } from 'node:crypto';

const common: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
};

/** Headers of every response, except for pages that nobody else has opened. */
export const fixedHeaders = { ...common, 'cross-origin-opener-policy': 'same-origin-allow-popups' };

/**
 * Headers of a page. Another site must not keep a reference to a window that it has opened, and therefore the browser
 * gives the page a process of its own. A page that comes from the address bar, a bookmark or the product itself has no
 * such opener, and the header would only make the browser discard the process that it has started while it waited for
 * the response. `site` is the value of `Sec-Fetch-Site`, which no script can set; without one, the header is sent.
 */
export const documentHeaders = (site: string | string[] | undefined) =>
  site === 'none' || site === 'same-origin' ? common : fixedHeaders;

/**
 * Policy of a file that is a part of pages and never a page itself. The files of every published release can be opened,
 * pinned or not: whatever is in one runs no script and does not belong to the product's origin. Firefox applies the
 * policy to a picture within a page too, so the picture keeps its own styles, pictures and fonts.
 */
export const filePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const inline = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\b(?:src|type)=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map((match) =>
    hashOf(match[1] ?? ''),
  );
/** Hashes of the scripts that the page itself lists, to run them or to preload them. */
const namedIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/<(?:script|link rel="preload" as="script")[^>]* integrity="(sha(?:256|384)-[^"]+)"/g)].map(
      ([, hash]) => hash ?? '',
    ),
  ),
];
const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`).join(' ');

/** For pages: no script runs without a hash, in browsers that support this header. */
export const integrityPolicy = 'blocked-destinations=(script)';

/**
 * The page's content security policy, which is as long for one remote as for a thousand. A script runs only if its text
 * or its hash is in the page itself, or if one of those scripts requests it. That is the loader: only it may create the
 * URL of a script (Trusted Types), it has the hash of each entry from the signed set, and an entry has the hashes of
 * its chunks. The second policy applies as well: whoever requests a script, it never comes from another host. `styles`
 * are texts of style elements in the page in addition to those of `html`.
 */
export const contentSecurityPolicy = (html: string, styles: readonly string[] = []): string => {
  const own = inline(html, 'script');
  const page = [
    "default-src 'none'",
    `script-src ${quoted([...own, ...namedIn(html)])} 'strict-dynamic'`,
    `style-src 'self' ${quoted([...inline(html, 'style'), ...styles.map(hashOf)])}`.trim(),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // `atrium` is the shell's policy for entries, `mf` that of each build for its own chunks.
    "require-trusted-types-for 'script'",
    "trusted-types atrium mf 'allow-duplicates'",
  ].join('; ');
  return `${page}, script-src 'self' ${quoted(own)}`.trim();
};
