const pauses = [400, 1600, undefined];

/**
 * Up to three tries, 400 and 1600 ms apart, while `helps` says of an error that another one may help. Rejects with the
 * first error, since later tries of a module that threw while it was evaluated do not show the cause.
 */
export const tryAgain = async <T>(work: () => Promise<T>, helps: (error: unknown) => boolean): Promise<T> => {
  const errors: unknown[] = [];
  for (const pause of pauses) {
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
