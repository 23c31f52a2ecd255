import type { Release } from '@atrium/shared-kernel/contracts/release-set';

/** Stylesheets of remotes, which are removed from the page with the last mount of their release. */
export interface Styles {
  /** One more mount of a release; the returned function ends it. */
  hold(release: Release): () => void;
  /** Resolves when stylesheets that were removed are loaded again. */
  restored(release: Release): Promise<void>;
}

const loaded = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    const listening = new AbortController();
    for (const outcome of ['load', 'error'])
      link.addEventListener(outcome, () => resolve(listening.abort()), { signal: listening.signal });
    document.head.append(link);
  });

export const createStyles = (): Styles => {
  const holders = new Map<string, number>();
  const removed = new Map<string, HTMLLinkElement[]>();
  const reloading = new Map<string, Promise<unknown>>();

  const remove = (base: string) => {
    const origin = new URL(base, document.baseURI).href;
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    const own = links.filter((link) => link.href.startsWith(origin));
    // Versions can share a URL. A stylesheet that never loaded must not make the version before it wait.
    // Asked first, because a link that is no longer in the page has no sheet.
    const loadedLinks = own.filter(({ sheet }) => sheet);
    for (const link of own) link.remove();
    if (loadedLinks.length > 0) removed.set(base, loadedLinks);
  };

  return {
    hold({ base }) {
      let held = true;
      holders.set(base, (holders.get(base) ?? 0) + 1);
      return () => {
        if (!held) return;
        held = false;
        const left = (holders.get(base) ?? 1) - 1;
        holders.set(base, left);
        if (left === 0) remove(base);
      };
    },
    async restored({ base }) {
      const links = removed.get(base);
      removed.delete(base);
      if (links) reloading.set(base, Promise.all(links.map(loaded)));
      await reloading.get(base);
    },
  };
};
