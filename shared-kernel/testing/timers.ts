/** A file of the product, and neither a library, a test nor a part of the tests. */
const ofProduct = /\/(?:shell|mf-[\w-]+|shared-kernel)\/(?!(?:.*\/)?(?:node_modules|testing)\/|.*\.test\.)[^)]*/;

/** Their timers are of the whole page, or of work that all screens share: no screen's end is theirs. */
const ofPage = [
  'shell/src/alerts/alerts.model.ts',
  'shell/src/remotes/budget.ts',
  'shared-kernel/changes/change-stream.ts',
  'mf-chat/src/composer/draft.model.ts',
  'mf-chat/src/markdown/markdown.tsx',
  'mf-chat/src/markdown/render-queue.ts',
];

/** Where the product begins a timer: the line that called the function which called this one. */
const beginning = (): string | undefined => ofProduct.exec(new Error('timer').stack?.split('\n')[3] ?? '')?.[0];

export interface WatchedTimers {
  /** Clears the timers that are still due, puts back what was there before, and names the lines of screens and models. */
  end(): string[];
}

/** Notes each timer of the product until it has run or is cleared: one that outlives its screen acts on a page that is gone. */
export const watchTimers = (): WatchedTimers => {
  const { setTimeout: begin, clearTimeout: clear } = globalThis;
  const due = new Map<unknown, string>();
  const watched = (callback: (...given: unknown[]) => void, delay?: number, ...given: unknown[]) => {
    const line = beginning();
    const timer = begin(() => {
      due.delete(timer);
      callback(...given);
    }, delay);
    if (line !== undefined) due.set(timer, line);
    return timer;
  };
  // What Node adds to the function, as its form that is a promise.
  Object.defineProperties(watched, Object.getOwnPropertyDescriptors(begin));
  const cleared = (timer?: Parameters<typeof clear>[0]) => {
    due.delete(timer);
    clear(timer);
  };
  Object.assign(globalThis, { setTimeout: watched, clearTimeout: cleared });
  return {
    end() {
      for (const timer of due.keys()) clear(timer as Parameters<typeof clear>[0]);
      Object.assign(globalThis, { setTimeout: begin, clearTimeout: clear });
      return [...new Set(due.values())].filter((line) => !ofPage.some((file) => line.includes(`/${file}`)));
    },
  };
};
