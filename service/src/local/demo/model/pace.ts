import { setImmediate, setTimeout } from 'node:timers/promises';

/** Waits `ms` milliseconds or until `signal` is aborted, without a throw. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const sleep: Sleep = async (ms, signal) => {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

/** Words with the white space before them: joined they are the text again. */
export const wordsOf = (text: string): string[] => text.match(/\s*\S+(?:\s+$)?|^\s+$/g) ?? [];

/** Rests between tokens so that `perSecond` of them pass in a second; 0 passes all, and lets others run now and then. */
export const pacer = (perSecond: number, rest: Sleep) => {
  let passed = 0;
  return async (signal: AbortSignal): Promise<void> => {
    passed += 1;
    if (perSecond > 0) await rest(1000 / perSecond, signal);
    else if (passed % 64 === 0) await setImmediate();
  };
};
