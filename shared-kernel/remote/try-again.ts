const backoff = [400, 1600, undefined];

/**
 * Up to three attempts, 400 and 1600 ms apart, while `helps` returns true for the error. Rejects with the first error,
 * since later attempts of a module that threw while it was evaluated do not show the cause.
 */
export const tryAgain = async <T>(work: () => Promise<T>, helps: (error: unknown) => boolean): Promise<T> => {
  const errors: unknown[] = [];
  for (const pause of backoff) {
    try {
      return await work();
    } catch (error) {
      errors.push(error);
      if (pause === undefined || !helps(error)) break;
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
    }
  }
  throw errors[0];
};
