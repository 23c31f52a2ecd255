import type { Release } from '@atrium/shared-kernel/contracts/release-set';

/** Stylesheets of remotes, which are removed from the page with the last mount of their release. */
export interface Styles {
  /** One more mount of a release; the returned function ends it. */
  hold(release: Release): () => void;
  /** Resolves when stylesheets that were removed are loaded again. */
  restored(release: Release): Promise<void>;
}

/** Puts a stylesheet into the page. Resolves when it is loaded, or failed. */
const append = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    const listening = new AbortController();
    for (const outcome of ['load', 'error'])
      link.addEventListener(outcome, () => resolve(listening.abort()), { signal: listening.signal });
    document.head.append(link);
  });

export const createStyles = (): Styles => {
  const holders = new Map<string, number>();
  // A stylesheet that had not loaded comes back for the part that waits for it, but the next mount does not wait:
  // versions can share a URL, and one that hung in a new version must not make the version before it wait.
  const removed = new Map<string, { readonly link: HTMLLinkElement; readonly awaited: boolean }[]>();
  const reloading = new Map<string, Promise<unknown>>();

  const remove = (base: string) => {
    const origin = new URL(base, document.baseURI).href;
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    const own = links
      .filter((link) => link.href.startsWith(origin))
      // Asked here, because a link that is no longer in the page has no sheet.
      .map((link) => ({ link, awaited: link.sheet !== null }));
    for (const { link } of own) link.remove();
    if (own.length > 0) removed.set(base, [...(removed.get(base) ?? []), ...own]);
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
      const awaited = links?.flatMap((one) => {
        const loaded = append(one.link);
        return one.awaited ? [loaded] : [];
      });
      if (awaited) reloading.set(base, Promise.all(awaited));
      await reloading.get(base);
    },
  };
};
