import { type RunHelpers, TestScheduler } from 'rxjs/testing';
import { expect } from 'vitest';

/** Runs a marble test in virtual time: `marbles(({ hot, expectObservable }) => { … })`. */
export const marbles = (test: (helpers: RunHelpers) => void): void =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(test);
