import { isCallFailure } from '../client/failure.ts';

/** Milliseconds that a save may take. The next one waits no longer. */
export const saveLimit = 15_000;

/** What a save knows when it is its turn. */
export interface Turn {
  /** What the saves before it have led to. Undefined if one of them has no answer, so that nobody knows. */
  readonly basedOn: string | undefined;
  /** Aborted after `saveLimit`. */
  readonly signal: AbortSignal;
}

export interface SaveQueue {
  /**
   * Calls `send` once all earlier ones have settled. Resolves or rejects with its outcome, or with a `TimeoutError`
   * after `saveLimit`. `basedOn` is the revision that was shown when the change was made.
   */
  readonly run: <T>(basedOn: string | undefined, send: (turn: Turn) => Promise<T>) => Promise<T>;
}

export const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

/** Whether the service may have saved a change without its answer being received. */
export const isUnanswered = (error: unknown): boolean =>
  isTimeout(error) || (isCallFailure(error) && error.status === 0);

/** The revision that an answer names. */
const revisionOf = (answer: unknown): string | undefined => {
  const { revision }: Readonly<Record<string, unknown>> = Object(answer);
  return typeof revision === 'string' ? revision : undefined;
};

/** Rejects with a `TimeoutError` after `saveLimit`, even if what is sent ignores its signal. */
const limited = async <T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const control = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const reason = new DOMException('The save was not answered.', 'TimeoutError');
    late.reject(reason);
    control.abort(reason);
  }, saveLimit);
  try {
    return await Promise.race([send(control.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Sends saves one after the other, because the service may handle two at once in either order, and the last choice has
 * to win. Each is based on what the one before led to. A change that was made elsewhere in the meantime does not move
 * the base, so it is not overwritten. Nothing waits while `page` is being left.
 */
export const createSaveQueue = (page: Pick<EventTarget, 'addEventListener'>): SaveQueue => {
  const waiting: (() => void)[] = [];
  const unanswered = new Set<{ basedOn: string | undefined }>();
  let running = 0;
  let leaving = false;

  const run: SaveQueue['run'] = (basedOn, send) => {
    const save = { basedOn };
    unanswered.add(save);
    const settle = (now: string | undefined) => {
      unanswered.delete(save);
      for (const other of unanswered) if (other.basedOn === save.basedOn) other.basedOn = now;
    };
    const start = async () => {
      running += 1;
      const alone = running === 1;
      try {
        const saved = await limited((signal) => send({ basedOn: alone ? save.basedOn : undefined, signal }));
        settle(revisionOf(saved) ?? save.basedOn);
        return saved;
      } catch (error) {
        settle(isUnanswered(error) ? undefined : save.basedOn);
        throw error;
      } finally {
        running -= 1;
        if (running === 0) waiting.shift()?.();
      }
    };
    if (running === 0 || leaving) return start();
    return new Promise((resolve) => waiting.push(() => resolve(start())));
  };
  page.addEventListener('pagehide', () => {
    leaving = true;
    for (const sendNow of waiting.splice(0)) sendNow();
  });
  page.addEventListener('pageshow', () => (leaving = false));
  return { run };
};
