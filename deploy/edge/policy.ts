import { createHash } from 'node:crypto';

/** Headers of every answer. */
export const fixedHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
};

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const inline = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\b(?:src|type)=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map((match) =>
    hashOf(match[1] ?? ''),
  );
/** A longer list would not pass the header limits of usual proxies (8 KiB). */
const mostHashes = 150;
/** Hashes of what the page itself names: its scripts and its preloads. */
const namedIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/ integrity="(sha(?:256|384)-[^"]+)"/g)].map(([, hash]) => hash ?? '')),
];
const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`).join(' ');

/** Of the page: no script runs that was asked for without a hash, where the browser knows this header. */
export const integrityPolicy = 'blocked-destinations=(script)';

/** Where a fleet has too many scripts to list, those of the page are trusted to load what their entries name. */
const scriptSources = (html: string, scripts: readonly string[]): string =>
  scripts.length > mostHashes
    ? `${quoted([...inline(html, 'script'), ...namedIn(html)])} 'strict-dynamic'`
    : quoted([...inline(html, 'script'), ...scripts]);

/**
 * The page's content security policy. Scripts run only where their hash is in the release set or their text is in the
 * page itself, in a fleet also where one of those asks for them: no host, no `unsafe-inline`, no `unsafe-eval`.
 * `scripts`: hashes as `sha256-…`. `styles`: texts of style elements that stand in the page beside those of `html`.
 */
export const contentSecurityPolicy = (
  html: string,
  scripts: readonly string[],
  styles: readonly string[] = [],
): string =>
  [
    "default-src 'none'",
    `script-src ${scriptSources(html, scripts)}`,
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
    "object-src 'none'",
    // `atrium` is the shell's policy for entries, `mf` that of each build for its own chunks.
    "require-trusted-types-for 'script'",
    "trusted-types atrium mf 'allow-duplicates'",
  ].join('; ');
