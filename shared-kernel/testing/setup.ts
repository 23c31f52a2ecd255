import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { watchTimers } from './timers.ts';

// A busy machine is slow, so tests wait this long for something to appear.
configure({ asyncUtilTimeout: 20_000 });

// Removes what a supported browser lacks: in WebKit, streams are not iterable. Lint and types find other cases.
Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
Reflect.deleteProperty(ReadableStream.prototype, 'values');

/** Sets whether React expects updates inside `act`. Tests of lifecycles, which settle by themselves, turn it off. */
export const expectAct = (expected: boolean): void => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: expected });
};

let pageLives = false;
/** For tests of code that lives as long as its page, whose timers nothing ends. */
export const expectWholePage = (): void => {
  pageLives = true;
};

/** Unexpected console.error or console.warn calls fail the test. A test that expects one mocks the console itself. */
const unexpected: string[] = [];

const timers = watchTimers();

beforeEach(() => {
  expectAct(true);
  unexpected.length = 0;
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      unexpected.push(parts.map(String).join(' '));
    });
});

afterEach(() => {
  cleanup();
  if (unexpected.length > 0) throw new Error(`Unexpected console output:\n${unexpected.join('\n')}`);
});

// Files share a window if their package is not isolated, so each starts with its own modules and an empty page.
afterAll(async () => {
  // A test that timed out may have left fake timers behind.
  vi.useRealTimers();
  // A module that is still loading for a finished test would fail the next file that waits for it.
  await vi.dynamicImportSettled();
  vi.resetModules();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  const outliving = timers.end();
  if (outliving.length > 0 && !pageLives)
    throw new Error(`Timers outlive their screen or model:\n${outliving.join('\n')}`);
});
