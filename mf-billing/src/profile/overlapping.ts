/** A change that is shown already, although the service has not answered yet. */
export interface Running<T extends object> {
  readonly change: Partial<T>;
  /** What to show again if it fails. */
  readonly before: Partial<T>;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a change is an object literal: it has no other names
const keysOf = <T extends object>(change: Partial<T>) => Object.keys(change) as (keyof T)[];

/** Tracks changes of the same fields that are saved at the same time. Each can fail, before or after the others. */
export const createOverlapping = <T extends object>() => {
  let running: readonly Running<T>[] = [];
  const end = (ended: Running<T>) => {
    const index = running.indexOf(ended);
    const [earlier, later] = [running.slice(0, index), running.slice(index + 1)];
    running = [...earlier, ...later];
    return { earlier, later };
  };
  return {
    begin(change: Partial<T>, before: Partial<T>): Running<T> {
      const begun = { change: { ...change }, before: { ...before } };
      running = [...running, begun];
      return begun;
    },
    succeed(saved: Running<T>): void {
      // An earlier one that fails from now on has nothing to undo in these fields.
      for (const { change } of end(saved).earlier) for (const key of keysOf(saved.change)) delete change[key];
    },
    /** The part of `now` to replace, because it shows what was not saved. */
    fail(failed: Running<T>, now: Partial<T>): Partial<T> {
      const { later } = end(failed);
      const undone: Partial<T> = {};
      for (const key of keysOf(failed.change)) {
        const next = later.find(({ change }) => key in change);
        if (next) next.before[key] = failed.before[key];
        else if (now[key] === failed.change[key]) undone[key] = failed.before[key];
      }
      return undone;
    },
  };
};
