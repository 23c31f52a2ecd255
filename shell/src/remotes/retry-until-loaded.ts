/** Milliseconds. */
const backoff = { first: 400, longest: 10_000 };

/**
 * Retries until it succeeds, with growing pauses, and never rejects. For what a page cannot do without, such as shared
 * modules: Module Federation would cache a failure for the page, and a remote evaluated without one stays broken.
 */
export const retryUntilLoaded = async <T>(load: () => T | Promise<T>, pause = backoff.first): Promise<T> => {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
    return retryUntilLoaded(load, Math.min(2 * pause, backoff.longest));
  }
};
