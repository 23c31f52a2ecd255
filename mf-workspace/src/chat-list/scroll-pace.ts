import { createContext, use, useEffect, useState } from 'react';

/** Milliseconds without a scroll event after which the list counts as still. */
export const stillAfter = 150;
/** Rows that are completed in one task, so that none is long. */
export const completedAtOnce = 4;

export interface ScrollPace {
  readonly scrolled: () => void;
  /** Whether nobody has scrolled yet. Rows that come into view are then rendered in full. */
  readonly fresh: () => boolean;
  /** Calls `complete` once the list is still, for a few rows at a time. Returns a function that cancels it. */
  readonly whenStill: (complete: () => void) => () => void;
  readonly end: () => void;
}

/** Rows that come into view during a scroll are rendered in a reduced form, and completed when the list is still. */
export const createScrollPace = (): ScrollPace => {
  const waiting = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fresh = true;
  const next = () => {
    timer = undefined;
    for (const complete of [...waiting].slice(0, completedAtOnce)) {
      waiting.delete(complete);
      complete();
    }
    if (waiting.size > 0) timer = setTimeout(next, 0);
  };
  return {
    scrolled() {
      fresh = false;
      clearTimeout(timer);
      timer = setTimeout(next, stillAfter);
    },
    fresh: () => fresh,
    whenStill(complete) {
      waiting.add(complete);
      timer ??= setTimeout(next, stillAfter);
      return () => void waiting.delete(complete);
    },
    end: () => clearTimeout(timer),
  };
};

export const PaceContext = createContext<ScrollPace | undefined>(undefined);

/**
 * Whether the row of this chat is rendered in full: at once in a list that was not scrolled yet, else when it is still.
 */
export const useFullRow = (chatId: string): boolean => {
  const pace = use(PaceContext);
  const [fullId, setFullId] = useState(() => (pace?.fresh() === false ? undefined : chatId));
  const full = !pace || fullId === chatId;
  useEffect(() => (full ? undefined : pace?.whenStill(() => setFullId(chatId))), [pace, full, chatId]);
  return full;
};
