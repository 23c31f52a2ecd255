import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { watchTimers } from './timers.ts';

// A busy machine is slow, not wrong: what a test waits for has this long to appear.
configure({ asyncUtilTimeout: 20_000 });

// What a supported browser lacks is not here either: WebKit iterates no stream. Lint and types find the rest.
Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
Reflect.deleteProperty(ReadableStream.prototype, 'values');

/** Whether React expects updates inside `act`; a test of lifecycles, which settle by themselves, turns it off. */
export const expectAct = (expected: boolean): void => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: expected });
};

let pageLives = false;
/** For a test of what lives as long as its page: nothing ends the timers of a page. */
export const expectWholePage = (): void => {
  pageLives = true;
};

/** An unexpected console.error or console.warn fails the test; one that expects it mocks the console itself. */
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

// Files share a window where their package is not isolated: each starts with its own modules and an empty page.
afterAll(async () => {
  // A test that was given up has left its clock behind.
  vi.useRealTimers();
  // A part that still loads for a test that is over would fail the next file, which waits for the same part.
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
