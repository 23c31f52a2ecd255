const pauses = { first: 400, longest: 10_000 };

/**
 * Asks for something until it comes, less and less often, and never rejects. For what is kept for the whole page:
 * Module Federation would keep a failure as well, and a remote that was evaluated without a shared module stays broken.
 */
export const retryUntilLoaded = async <T>(ask: () => T | Promise<T>, pause = pauses.first): Promise<T> => {
  try {
    return await ask();
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
    return retryUntilLoaded(ask, Math.min(2 * pause, pauses.longest));
  }
};
