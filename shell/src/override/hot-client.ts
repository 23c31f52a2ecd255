// Part of remotes that run from source, and of no release.
interface Hot {
  /** Resolves with the modules that were replaced; null where there is nothing new. */
  check(apply: boolean): Promise<unknown[] | null>;
}
declare global {
  interface ImportMeta {
    readonly webpackHot?: Hot;
  }
}
// oxlint-disable-next-line no-underscore-dangle -- a constant of the bundler
declare const __webpack_hash__: string;

const hot = import.meta.webpackHot;

const update = async (hash: string) => {
  if (!hot || hash === __webpack_hash__) return;
  try {
    const replaced = await hot.check(true);
    // The page runs a build from an earlier start of the server, which cannot be updated in place.
    if (!replaced) window.location.reload();
  } catch {
    // A module that cannot be replaced while it is shown.
    window.location.reload();
  }
};

let updating = Promise.resolve();
new EventSource('/__override/events').addEventListener('built', ({ data }: MessageEvent<string>) => {
  updating = updating.then(() => update(data));
});
