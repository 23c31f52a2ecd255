import type { IncomingMessage } from 'node:http';

/** Milliseconds. */
const longestRead = 10_000;

/**
 * Reads what is left of a request and forgets it. A connection that is closed before its request has come whole is reset,
 * and the reset may overtake the answer. Whoever sends for too long is not waited for.
 */
export const discardBody = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (request.readableEnded || request.destroyed) return resolve();
    const timer = setTimeout(resolve, longestRead);
    for (const event of ['end', 'close', 'error'] as const)
      request.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    request.resume();
  });
