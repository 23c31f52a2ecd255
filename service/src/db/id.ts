import { randomBytes } from 'node:crypto';

const limit = 1n << 48n;
let lastTime = 0;
let lastTail = 0n;

/**
 * A new id: 24 hex characters, 12 of them the time in milliseconds and 12 random, so ids sort by when they were made.
 * Within one millisecond, and when the clock steps back, the random part counts up.
 */
export const newId = (time = Date.now()): string => {
  const random = BigInt(`0x${randomBytes(6).toString('hex')}`);
  if (time > lastTime) {
    lastTime = time;
    lastTail = random >> 1n;
  } else {
    lastTail += 1n + (random >> 24n);
    if (lastTail >= limit) {
      lastTime += 1;
      lastTail = random >> 1n;
    }
  }
  return lastTime.toString(16).padStart(12, '0') + lastTail.toString(16).padStart(12, '0');
};

/** An id as if made at `time`, for records of the past; ordered by time only. */
export const idAt = (time: Date): string =>
  time.getTime().toString(16).padStart(12, '0') + randomBytes(6).toString('hex');
