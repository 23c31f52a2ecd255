import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/** An unexpected console.error or console.warn fails the test; one that expects it mocks the console itself. */
const unexpected: string[] = [];

beforeEach(() => {
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
