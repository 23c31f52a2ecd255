import { isCallFailure } from '../client/failure.ts';

/** Milliseconds before each new attempt. The last value is used from then on. */
const backoff = [1000, 3000, 10_000, 30_000];

/** Whether a new attempt may succeed: nobody answered, or the answer may be different in a moment. */
const isTemporary = (error: unknown): boolean =>
  isCallFailure(error) && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * Reads again after each change: one read at a time, and another one afterwards if it was requested meanwhile, so that
 * the last answer is never older than the last change. A read without an answer is repeated, because a change is
 * announced only once and the screen would stay wrong. A refusal is final, and other errors are thrown.
 */
export const createRepeatedRead = (read: () => Promise<void>, signal: AbortSignal): (() => void) => {
  let running = false;
  let again = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const run = async (): Promise<void> => {
    clearTimeout(timer);
    running = true;
    again = false;
    try {
      await read();
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (!isCallFailure(error)) throw error;
      if (isTemporary(error)) {
        timer = setTimeout(request, backoff[Math.min(failures, backoff.length - 1)]);
        failures += 1;
      }
    } finally {
      running = false;
    }
    if (again) request();
  };
  const request = (): void => {
    if (signal.aborted) return;
    if (running) again = true;
    else void run();
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return request;
};
