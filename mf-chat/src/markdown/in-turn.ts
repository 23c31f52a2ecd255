const waiting: (() => void)[] = [];
/** Milliseconds of one turn: what is begun within them is shown at once. */
const turn = 6;
/** A page that is never idle takes a turn after so many milliseconds all the same. */
const patience = 500;

const soon = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: patience });
  else setTimeout(work, 16);
};

const next = () => {
  const since = performance.now();
  try {
    while (waiting.length > 0 && performance.now() - since < turn) waiting.shift()?.();
  } finally {
    if (waiting.length > 0) soon(next);
  }
};

/** Does work where the page has nothing else to do, piece by piece; answers how to give it up. */
export const inTurn = (work: () => void): (() => void) => {
  waiting.push(work);
  if (waiting.length === 1) soon(next);
  return () => {
    const at = waiting.indexOf(work);
    if (at >= 0) waiting.splice(at, 1);
  };
};
