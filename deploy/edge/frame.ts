import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { StaticPart } from '../release/static-parts.ts';
import { isMainScreen, areasFor } from './preloads.ts';

const tags = /<(\/?)[a-z][^<>]*?(\/?)>/gi;
const marked = /\sdata-for="([^"]*)"/;

/**
 * Whether a page with a session, or without one, may have to show a variant, judged by what the browser has stored.
 * Only visitors have no session.
 */
const isShown = (words: readonly string[], signedIn: boolean): boolean =>
  signedIn ? words.some((word) => word !== 'visitor') : words.includes('visitor');

/**
 * A static part contains a variant for each state that a browser may be in (`data-for`), and the page's styles show one
 * of them. Gives the markup without variants that no browser shows on a page with a session, or without one.
 */
export const withoutForeignVariants = (html: string, signedIn: boolean): string => {
  let remaining = '';
  let from = 0;
  /** Number of open elements within a variant that is removed. */
  let depth = 0;
  for (const { 0: tag, 1: closes, 2: closed, index } of html.matchAll(tags)) {
    const step = closes ? -1 : closed ? 0 : 1;
    const words = depth === 0 && !closes ? marked.exec(tag)?.[1]?.split(/\s+/) : undefined;
    const isRemoved = words !== undefined && !isShown(words, signedIn);
    if (isRemoved) remaining += html.slice(from, index);
    if (!isRemoved && depth === 0) continue;
    depth += step;
    if (depth === 0) from = index + tag.length;
  }
  // Unclosed markup is not ours, so it stays as it is and the styles hide it.
  return depth === 0 ? remaining + html.slice(from) : html;
};

const read = /var\(\s*(--[\w-]+)/g;
const plainProperty = /(?<=[{;])(--[\w-]+):[^;{}()"'\\]*(?:;|(?=\}))/g;

/**
 * The styles of a frame without custom properties that nothing in it reads. Frames of earlier shells contain a theme, which
 * also names the colors of tags and code, and their stylesheets have all of them before anything but the frame is shown.
 */
export const withoutUnread = (css: string, html: string): string => {
  const names = new Set([...`${css}${html}`.matchAll(read)].map(([, name]) => name));
  return css.replaceAll(plainProperty, (declaration, name: string) => (names.has(name) ? declaration : ''));
};

/** What a page shows before any script has loaded. */
export interface Frame {
  readonly html: string;
  readonly css: string;
  /** Equal for equal parts of the same release set. */
  readonly id: string;
}

/** The static parts of a set's releases, by `name@version`. */
export type StaticParts = ReadonlyMap<string, ReadonlyMap<string, StaticPart>>;

const slot = /<slot name="([\w.]+)">([\s\S]*?)<\/slot>/g;

/**
 * Composes the frame of a path: the shell's static part, with the static parts of the path's remotes in its slots. If a
 * remote has none, the shell's own content of the slot stays. Undefined if the shell has none, because its page then
 * shows what it did before frames.
 */
export const frameFor = (set: ReleaseSet, parts: StaticParts, path: string, signedIn: boolean): Frame | undefined => {
  const main = isMainScreen(path);
  const shell = parts.get(`shell@${set.shell.version}`)?.get(main ? './main-screen' : './page');
  if (!shell) return undefined;
  const styles = new Set([shell.css]);
  const shown = new Array<string>();
  const areas = new Map(areasFor(set, path, signedIn).map((one) => [one.area, one]));
  const html = shell.html.replaceAll(slot, (_, name: string, skeleton: string) => {
    const area = areas.get(name);
    const part = area && parts.get(`${area.release.name}@${area.release.version}`)?.get(area.expose);
    if (!part) return skeleton;
    const title = `${area.release.name} ${area.expose}`;
    styles.add(part.css);
    shown.push(title);
    return `<div data-part="${title}">${part.html}</div>`;
  });
  const seen = withoutForeignVariants(html, signedIn);
  return {
    html: seen,
    css: withoutUnread([...styles].join(''), seen),
    id: [main, signedIn, ...shown].join(' '),
  };
};
