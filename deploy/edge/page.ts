import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bannerOf } from './banner.ts';
import type { CurrentRelease } from './choice.ts';
import { frameFor, type Frame } from './frame.ts';
import { disabledNote } from './disabled.ts';
import { previewNotes } from './previews.ts';
import { inspectable } from './inspectable.ts';
import { contentSecurityPolicy } from './policy.ts';
import { preloadLinks, askingModules } from './preloads.ts';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';

/** Below the service base path: nothing else may be asked with a person's session. */
const url = /^\/\w[\w/-]*(\?[\w=&{}%.+-]*)?$/;

/** What the modules of a path ask for first, by their contracts. The calls of visitors are the shell's own. */
export const firstCalls = (set: ReleaseSet, path: string, signedIn: boolean): string[] => [
  ...new Set(
    askingModules(set, path, signedIn)
      .flatMap(({ release, exposes }) =>
        (release.contract.first ?? []).filter(({ expose }) => exposes.includes(expose)),
      )
      .map((first) => first.url)
      .filter((one) => url.test(one)),
  ),
];

const mark = '<!--first-calls-->';

/** Names the first calls in a page whose script asks for them while the code is on its way; a page without takes none. */
export const withFirstCalls = (html: string, calls: readonly string[]): string =>
  html.replace(
    mark,
    () =>
      `<script type="application/json" id="first-calls">${JSON.stringify(calls).replaceAll('<', '\\u003c')}</script>`,
  );

export interface Page {
  readonly html: Buffer;
  /** Compressed fast at first, and as small as it gets once somebody asks again. */
  br: Buffer;
  readonly gzip: Buffer;
  readonly policy: string;
}

/** JSON within a script element: nothing in it may end the element. */
const inlineJson = (text: string) => text.trim().replaceAll('<', '\\u003c');

/** Where a shell says that all of its frame has been parsed, and what its page's script does to it done. */
const framed = '<template id="framed">';

/** The frame in a page that has room for one. `session` tells the page's styles and its first script which it is. */
const withFrame = (page: string, { html, css }: Frame, signedIn: boolean): string =>
  page
    .replace('<html ', `<html data-session="${signedIn ? 'user' : 'none'}" `)
    // A page without its frame, or with a part of it, would be painted for nobody.
    .replace(
      '<!--frame-style-->',
      () =>
        `<link rel="expect" blocking="render" href="#${page.includes(framed) ? 'framed' : 'frame'}"><style>${css}</style>`,
    )
    .replace('<!--frame-->', () => `<div id="frame">${html}</div>`);

/** Where a shell takes the route's preloads from by itself, as soon as its own script has come. */
const laterPreloads = '<template id="preloads">';

/** Where a shell has room behind what is seen first. */
const behind = '<!--end-->';

/**
 * The shell's page: the release set inlined, so that no request stands before the first remote, and the route's files
 * preloaded after the shell's own script, which they would delay. `end` goes behind what is seen first, or to the head's
 * end of an earlier shell, what only this browser has or is without to the end of the body.
 */
export const pageText = (
  { template, text, disabled, previews }: CurrentRelease,
  links: string,
  end: string,
): string => {
  const later = template.includes(laterPreloads);
  return template
    .replace(
      '<!--release-set-->',
      () => `<script type="application/json" id="release-set">${inlineJson(text)}</script>`,
    )
    .replace('<!--preloads-->', () => (later ? links : ''))
    .replace(behind, () => end)
    .replace('</head>', () => `${later ? '' : links}${template.includes(behind) ? '' : end}</head>`)
    .replace('</body>', () => `${bannerOf([...previewNotes(previews), ...disabledNote(disabled)])}</body>`);
};

interface PageOptions {
  /** For each page, behind what is seen first. */
  readonly end: string;
  readonly preloads: boolean;
  /** Whether a browser may ask for the inspector. Default: not in production. */
  readonly inspector?: boolean | undefined;
}

const shrunk = new WeakSet<Page>();
/** Takes a tenth of a second of processor, which a page that is asked for once is not worth. */
const shrink = (page: Page) => {
  if (shrunk.has(page)) return;
  shrunk.add(page);
  brotliCompress(page.html, (_, smallest) => {
    page.br = smallest ?? page.br;
  });
};

/** Pages of one release are made once for each set of preloads and each frame. */
export const createPages = ({ end, preloads, inspector }: PageOptions) => {
  const made = new WeakMap<CurrentRelease, Map<string, Page>>();
  return (release: CurrentRelease, path: string, signedIn: boolean): Page => {
    const pages = made.get(release) ?? new Map<string, Page>();
    made.set(release, pages);
    const links = preloads ? preloadLinks(release.set, path, signedIn) : '';
    const frame = release.template.includes('<!--frame-->')
      ? frameFor(release.set, release.parts, path, signedIn)
      : undefined;
    const calls = signedIn ? firstCalls(release.set, path, signedIn) : [];
    const key = [frame?.id, links, ...calls].join(' ');
    const known = pages.get(key);
    if (known) {
      shrink(known);
      return known;
    }
    const asked = inspector ?? release.set.environment !== 'production';
    const bare = withFirstCalls(pageText(release, links, asked ? end + inspectable : end), calls);
    const html = Buffer.from(frame ? withFrame(bare, frame, signedIn) : bare);
    const page: Page = {
      html,
      // 9 takes ten times as long, for two bytes of a thousand.
      br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
      gzip: gzipSync(html),
      // The frame is markup and styles only: no script of it is trusted.
      policy: contentSecurityPolicy(bare, frame ? [frame.css] : []),
    };
    pages.set(key, page);
    return page;
  };
};
