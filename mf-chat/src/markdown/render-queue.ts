const queue: (() => void)[] = [];
/** Milliseconds of one turn. What starts within them is shown at once. */
const turn = 6;
/** A page that is never idle takes a turn after this many milliseconds anyway. */
const maxDelay = 500;

const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: maxDelay });
  else setTimeout(work, 16);
};

/** How many callers have paused the queue. */
let holding = 0;
/** A turn has been requested. */
let requested = false;

const requestTurn = () => {
  if (requested || holding > 0 || queue.length === 0) return;
  requested = true;
  whenIdle(next);
};

const next = () => {
  requested = false;
  if (holding > 0) return;
  const since = performance.now();
  try {
    while (queue.length > 0 && performance.now() - since < turn) queue.shift()?.();
  } finally {
    requestTurn();
  }
};

/** Pauses the queue until the returned function is called, because the page has something more urgent to do. */
export const pauseIdleWork = (): (() => void) => {
  holding += 1;
  return () => {
    holding -= 1;
    requestTurn();
  };
};

/**
 * Runs tasks in order while the page is idle. After a task that took long, the next one waits for another turn. Returns
 * a function that cancels what has not run yet.
 */
export const runWhenIdle = (work: () => void, ...more: (() => void)[]): (() => void) => {
  let remaining = [work, ...more];
  const step = () => {
    const [first, ...rest] = remaining;
    remaining = rest;
    if (remaining.length > 0) queue.push(step);
    first?.();
  };
  queue.push(step);
  requestTurn();
  return () => {
    const at = queue.indexOf(step);
    if (at >= 0) queue.splice(at, 1);
  };
};
