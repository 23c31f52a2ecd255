import { vi } from 'vitest';

const { waitFor } = vi;

/**
 * Vitest waits for one second, which is too short on a busy machine, and checks every 50 milliseconds, which adds up. No
 * test asserts how long something takes.
 */
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 60_000, interval: 10, ...options });
