import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bannerOf } from './banner.ts';
import type { CurrentRelease } from './choice.ts';
import { frameFor, type Frame } from './frame.ts';
import { disabledNote } from './disabled.ts';
import { previewNotes } from './previews.ts';
import { inspectable } from './inspectable.ts';
import { contentSecurityPolicy } from './policy.ts';
import { preloadLinks, firstCallModules } from './preloads.ts';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';

/** Relative to the service's base path: nothing else may be requested with a user's session. */
const url = /^\/\w[\w/-]*(\?[\w=&{}%.+-]*)?$/;

/** The first calls of the modules of a path, from their contracts. */
export const firstCalls = (set: ReleaseSet, path: string, signedIn: boolean): string[] => [
  ...new Set(
    firstCallModules(set, path, signedIn)
      .flatMap(({ release, exposes }) =>
        (release.contract.first ?? []).filter(({ expose }) => exposes.includes(expose)),
      )
      .map((first) => first.url)
      .filter((one) => url.test(one)),
  ),
];

const mark = '<!--first-calls-->';

/**
 * Lists the first calls in a page whose script requests them while the code is loading. A page without a place for the
 * list stays as it is.
 */
export const withFirstCalls = (html: string, calls: readonly string[]): string =>
  html.replace(
    mark,
    () =>
      `<script type="application/json" id="first-calls">${JSON.stringify(calls).replaceAll('<', '\\u003c')}</script>`,
  );

export interface Page {
  readonly html: Buffer;
  /** First compressed quickly, then as small as possible once the page is requested again. */
  br: Buffer;
  readonly gzip: Buffer;
  readonly policy: string;
}

/** JSON inside a script element must not contain anything that ends the element. */
const inlineJson = (text: string) => text.trim().replaceAll('<', '\\u003c');

/** Where a shell marks that its whole frame has been parsed, and that the page's script has finished with it. */
const framed = '<template id="framed">';

/**
 * Adds the frame to a page that has room for one. `data-session` tells the page's styles and its first script which
 * variant it is.
 */
const withFrame = (page: string, { html, css }: Frame, signedIn: boolean): string =>
  page
    .replace('<html ', `<html data-session="${signedIn ? 'user' : 'none'}" `)
    // Without this, browsers could paint the page before the frame is complete.
    .replace(
      '<!--frame-style-->',
      () =>
        `<link rel="expect" blocking="render" href="#${page.includes(framed) ? 'framed' : 'frame'}"><style>${css}</style>`,
    )
    .replace('<!--frame-->', () => `<div id="frame">${html}</div>`);

/** Where a shell inserts the route's preloads itself, as soon as its own script has loaded. */
const laterPreloads = '<template id="preloads">';

/** Where a shell has room after what is seen first. */
const behind = '<!--end-->';

/**
 * The shell's page. The release set is inlined, so that no request is needed before the first remote loads. The route's
 * files are preloaded after the shell's own script, which they would delay. `end` is inserted after what is seen first,
 * or at the end of the head of an older shell. What only this browser has or lacks is inserted at the end of the body.
 */
export const pageText = (
  { template, text, disabled, previews }: CurrentRelease,
  links: string,
  end: string,
): string => {
  const hasPreloadsMark = template.includes(laterPreloads);
  return template
    .replace(
      '<!--release-set-->',
      () => `<script type="application/json" id="release-set">${inlineJson(text)}</script>`,
    )
    .replace('<!--preloads-->', () => (hasPreloadsMark ? links : ''))
    .replace(behind, () => end)
    .replace('</head>', () => `${hasPreloadsMark ? '' : links}${template.includes(behind) ? '' : end}</head>`)
    .replace('</body>', () => `${bannerOf([...previewNotes(previews), ...disabledNote(disabled)])}</body>`);
};

interface PageOptions {
  /** Inserted into each page after what is seen first. */
  readonly end: string;
  readonly preloads: boolean;
  /** Whether a browser may open the inspector. Default: not in production. */
  readonly inspector?: boolean | undefined;
}

const shrunk = new WeakSet<Page>();
/** Takes a tenth of a second of processor time, which is not worth it for a page that is requested once. */
const shrink = (page: Page) => {
  if (shrunk.has(page)) return;
  shrunk.add(page);
  brotliCompress(page.html, (_, smallest) => {
    page.br = smallest ?? page.br;
  });
};

/** Pages of one release are created once for each set of preloads and each frame. */
export const createPages = ({ end, preloads, inspector }: PageOptions) => {
  const made = new WeakMap<CurrentRelease, Map<string, Page>>();
  return (release: CurrentRelease, path: string, signedIn: boolean): Page => {
    const pages = made.get(release) ?? new Map<string, Page>();
    made.set(release, pages);
    const links = preloads ? preloadLinks(release.set, path, signedIn) : '';
    const frame = release.template.includes('<!--frame-->')
      ? frameFor(release.set, release.parts, path, signedIn)
      : undefined;
    const calls = firstCalls(release.set, path, signedIn);
    const key = [frame?.id, links, ...calls].join(' ');
    const known = pages.get(key);
    if (known) {
      shrink(known);
      return known;
    }
    const withInspector = inspector ?? release.set.environment !== 'production';
    const bare = withFirstCalls(pageText(release, links, withInspector ? end + inspectable : end), calls);
    const html = Buffer.from(frame ? withFrame(bare, frame, signedIn) : bare);
    const page: Page = {
      html,
      // Quality 9 takes ten times as long, and saves two bytes in a thousand.
      br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
      gzip: gzipSync(html),
      // The frame is only markup and styles, so the policy trusts no script in it.
      policy: contentSecurityPolicy(bare, frame ? [frame.css] : []),
    };
    pages.set(key, page);
    return page;
  };
};
