/** A file of the product that is neither a library nor a test or test helper. */
const ofProduct = /\/(?:shell|mf-[\w-]+|shared-kernel)\/(?!(?:.*\/)?(?:node_modules|testing)\/|.*\.test\.)[^)]*/;

/** Files whose timers belong to the whole page, or to work that all screens share, and may outlive a screen. */
const ofPage = [
  'shell/src/alerts/alerts.model.ts',
  'shell/src/remotes/budget.ts',
  'shared-kernel/changes/change-stream.ts',
  'shared-kernel/session/save-queue.ts',
  'mf-chat/src/composer/draft.model.ts',
  'mf-chat/src/markdown/markdown.tsx',
  'mf-chat/src/markdown/render-queue.ts',
];

/** The line of the product that started a timer: the caller of the caller of this function. */
const startLine = (): string | undefined => ofProduct.exec(new Error('timer').stack?.split('\n')[3] ?? '')?.[0];

export interface WatchedTimers {
  /**
   * Clears pending timers, restores the original functions, and returns the lines of screens and models that started
   * those timers.
   */
  end(): string[];
}

/**
 * Records each timer of the product until it has run or is cleared. A timer that outlives its screen acts on a page
 * that is gone.
 */
export const watchTimers = (): WatchedTimers => {
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  const pending = new Map<unknown, string>();
  const watched = (callback: (...given: unknown[]) => void, delay?: number, ...given: unknown[]) => {
    const line = startLine();
    const timer = start(() => {
      pending.delete(timer);
      callback(...given);
    }, delay);
    if (line !== undefined) pending.set(timer, line);
    return timer;
  };
  // Copies what Node adds to the function, such as its promise variant.
  Object.defineProperties(watched, Object.getOwnPropertyDescriptors(start));
  const cleared = (timer?: Parameters<typeof clear>[0]) => {
    pending.delete(timer);
    clear(timer);
  };
  Object.assign(globalThis, { setTimeout: watched, clearTimeout: cleared });
  return {
    end() {
      for (const timer of pending.keys()) clear(timer as Parameters<typeof clear>[0]);
      Object.assign(globalThis, { setTimeout: start, clearTimeout: clear });
      return [...new Set(pending.values())].filter((line) => !ofPage.some((file) => line.includes(`/${file}`)));
    },
  };
};
