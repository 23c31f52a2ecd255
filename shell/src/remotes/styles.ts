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
  const away = new Map<string, HTMLLinkElement[]>();
  const coming = new Map<string, Promise<unknown>>();

  const leave = (base: string) => {
    const origin = new URL(base, document.baseURI).href;
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    const own = links.filter((link) => link.href.startsWith(origin));
    for (const link of own) link.remove();
    // Versions can share an address: one that never loaded must not keep the version before waiting.
    const came = own.filter(({ sheet }) => sheet);
    if (came.length > 0) away.set(base, came);
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
        if (left === 0) leave(base);
      };
    },
    async restored({ base }) {
      const links = away.get(base);
      away.delete(base);
      if (links) coming.set(base, Promise.all(links.map(loaded)));
      await coming.get(base);
    },
  };
};
