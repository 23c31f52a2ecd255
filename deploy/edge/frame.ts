import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { StaticPart } from '../release/static-parts.ts';
import { isMainScreen, placesFor } from './preloads.ts';
import { withoutForeignVariants } from './variants.ts';

/** What a page shows before any script has come. */
export interface Frame {
  readonly html: string;
  readonly css: string;
  /** The same for the same parts of the same release set. */
  readonly id: string;
}

/** The static parts of the releases of a set, by `name@version`. */
export type StaticParts = ReadonlyMap<string, ReadonlyMap<string, StaticPart>>;

const slot = /<slot name="([\w.]+)">([\s\S]*?)<\/slot>/g;

/**
 * Composes the frame of a path: the shell's static part, and in its slots those of the remotes that the path shows. Where a
 * remote has none, what the shell has in the slot stays. Undefined where the shell has none: its page shows what it did.
 */
export const frameFor = (set: ReleaseSet, parts: StaticParts, path: string, signedIn: boolean): Frame | undefined => {
  const main = isMainScreen(path);
  const shell = parts.get(`shell@${set.shell.version}`)?.get(main ? './main-screen' : './page');
  if (!shell) return undefined;
  const styles = new Set([shell.css]);
  const shown = new Array<string>();
  const places = new Map(placesFor(set, path, signedIn).map((one) => [one.place, one]));
  const html = shell.html.replaceAll(slot, (_, name: string, skeleton: string) => {
    const place = places.get(name);
    const part = place && parts.get(`${place.release.name}@${place.release.version}`)?.get(place.expose);
    if (!part) return skeleton;
    const title = `${place.release.name} ${place.expose}`;
    styles.add(part.css);
    shown.push(title);
    return `<div data-part="${title}">${part.html}</div>`;
  });
  return {
    html: withoutForeignVariants(html, signedIn),
    css: [...styles].join(''),
    id: [main, signedIn, ...shown].join(' '),
  };
};
