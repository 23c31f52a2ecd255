const waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const pause = 16;

const next = () => {
  waiting.shift()?.();
  timer = waiting.length > 0 ? setTimeout(next, pause) : undefined;
};

/** Does work piece by piece, each in a task of its own; answers how to give it up. */
export const inTurn = (work: () => void): (() => void) => {
  waiting.push(work);
  timer ??= setTimeout(next, 0);
  return () => {
    const at = waiting.indexOf(work);
    if (at >= 0) waiting.splice(at, 1);
  };
};
