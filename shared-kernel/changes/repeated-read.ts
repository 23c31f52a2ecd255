import { isCallFailure } from '../client/failure.ts';

/** Milliseconds before what could not be read is tried again; the last one from then on. */
const pauses = [1000, 3000, 10_000, 30_000];

/** Nobody has answered, or somebody who may answer otherwise in a moment. */
const mayPass = (error: unknown): boolean =>
  isCallFailure(error) && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * What a change makes one read: one read at a time, another one after it where that is asked for meanwhile, so that the
 * last answer is never older than the last change. A read that nobody answered is tried again, or the screen would stay
 * wrong: a change is told once. What the service refuses is refused for good, and other errors are thrown on.
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
      if (mayPass(error)) {
        timer = setTimeout(ask, pauses[Math.min(failures, pauses.length - 1)]);
        failures += 1;
      }
    } finally {
      running = false;
    }
    if (again) ask();
  };
  const ask = (): void => {
    if (signal.aborted) return;
    if (running) again = true;
    else void run();
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return ask;
};
