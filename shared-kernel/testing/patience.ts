import { vi } from 'vitest';

const { waitFor } = vi;

/** Vitest waits for one second, which a busy machine may not have: nothing is asserted about time. */
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 60_000, ...options });
