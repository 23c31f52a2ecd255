import type { Client } from '../client/client.ts';
import { isCallFailure, isGeneralFailure } from '../client/failure.ts';
import { followChanges } from '../contracts/calls/changes.ts';
import type { ChangeItem } from '../contracts/entities/change.ts';

export interface StreamOptions {
  readonly client: Pick<Client, 'stream'>;
  /** The cursor of the last line that this page has. Undefined if it has none: then it began to read `age()` ms ago. */
  readonly cursor: () => string | undefined;
  readonly age: () => number;
  /** Calls `then` when trying again makes sense before the pause is over, until `signal` is aborted. */
  readonly reachable: (signal: AbortSignal, then: () => void) => void;
  readonly random?: () => number;
}

/** In milliseconds. The service sends a line at least every 25 s. */
const times = { silence: 60_000, first: 500, longest: 30_000 } as const;

const pauseOf = (failures: number, random: () => number) =>
  Math.min(times.longest, times.first * 2 ** Math.min(failures, 10)) * (0.5 + random() / 2);

/** Resolves after `ms`, or when there is a network again, or the signal is aborted. */
const pause = (ms: number, signal: AbortSignal, { reachable }: StreamOptions): Promise<void> =>
  new Promise((resolve) => {
    const ended = new AbortController();
    const done = () => {
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true, signal: ended.signal });
    reachable(ended.signal, done);
    if (signal.aborted) done();
  });

/** Reads one connection. It ends with the answer, with `signal`, or after a silence that is too long. */
const readOnce = async (options: StreamOptions, signal: AbortSignal, onItem: (item: ChangeItem) => void) => {
  const { client, cursor, age } = options;
  const connection = new AbortController();
  const end = () => connection.abort();
  signal.addEventListener('abort', end);
  let timer = setTimeout(end, times.silence);
  const after = cursor();
  const input = after === undefined ? { age: Math.round(age()) } : { after };
  try {
    for await (const item of client.stream(followChanges, input, { signal: connection.signal })) {
      clearTimeout(timer);
      timer = setTimeout(end, times.silence);
      onItem(item);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
};

/**
 * Reads changes from the cursor on, one connection after another. Resolves when `signal` is aborted, or when this page
 * may no longer read the changes of its user.
 */
export const readChanges = async (
  options: StreamOptions,
  signal: AbortSignal,
  onItem: (item: ChangeItem) => void,
): Promise<void> => {
  const { random = Math.random } = options;
  let failures = 0;
  while (!signal.aborted) {
    try {
      await readOnce(options, signal, (item) => {
        failures = 0;
        onItem(item);
      });
    } catch (error) {
      if (isCallFailure(error) && (error.status === 401 || isGeneralFailure(error, 'other-person'))) return;
    }
    await pause(pauseOf(failures, random), signal, options);
    failures += 1;
  }
};
