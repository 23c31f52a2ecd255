import { createContext, use, useEffect, useState } from 'react';

/** Milliseconds without a scroll after which the list stands. */
export const stillAfter = 150;
/** Rows that are completed in one task, so that none is long. */
export const completedAtOnce = 4;

export interface ScrollPace {
  readonly scrolled: () => void;
  /** Whether nobody has scrolled yet: what comes into sight now is drawn whole. */
  readonly fresh: () => boolean;
  /** Calls `complete` once the list stands, a few of all that wait at a time. Gives how to call that off. */
  readonly whenStill: (complete: () => void) => () => void;
  readonly end: () => void;
}

/** Rows that come into sight once a list is scrolled are drawn lightly, and completed when it stands. */
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

/** Whether the row of this chat is to be drawn whole: at once in a list that nobody has scrolled, else when it stands. */
export const useWhole = (chatId: string): boolean => {
  const pace = use(PaceContext);
  const [wholeId, setWholeId] = useState(() => (pace?.fresh() === false ? undefined : chatId));
  const whole = !pace || wholeId === chatId;
  useEffect(() => (whole ? undefined : pace?.whenStill(() => setWholeId(chatId))), [pace, whole, chatId]);
  return whole;
};
