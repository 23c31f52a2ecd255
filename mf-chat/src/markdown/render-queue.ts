const waiting: (() => void)[] = [];
/** Milliseconds of one turn: what is begun within them is shown at once. */
const turn = 6;
/** A page that is never idle takes a turn after so many milliseconds all the same. */
const patience = 500;

const soon = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: patience });
  else setTimeout(work, 16);
};

/** How many want the page for themselves. */
let holding = 0;
/** A turn is asked for. */
let asked = false;

const ask = () => {
  if (asked || holding > 0 || waiting.length === 0) return;
  asked = true;
  soon(next);
};

const next = () => {
  asked = false;
  if (holding > 0) return;
  const since = performance.now();
  try {
    while (waiting.length > 0 && performance.now() - since < turn) waiting.shift()?.();
  } finally {
    ask();
  }
};

/** No turn is taken until the answered function is called: the page has something more urgent to do. */
export const holdTurns = (): (() => void) => {
  holding += 1;
  return () => {
    holding -= 1;
    ask();
  };
};

/**
 * Does works where the page has nothing else to do, piece by piece, one after the other and each in a turn of its own
 * where it takes long; answers how to give up what is not done yet.
 */
export const inTurn = (work: () => void, ...more: (() => void)[]): (() => void) => {
  let left = [work, ...more];
  const step = () => {
    const [first, ...rest] = left;
    left = rest;
    if (left.length > 0) waiting.push(step);
    first?.();
  };
  waiting.push(step);
  ask();
  return () => {
    const at = waiting.indexOf(step);
    if (at >= 0) waiting.splice(at, 1);
  };
};
