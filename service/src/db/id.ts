import { randomBytes } from 'node:crypto';

const limit = 1n << 48n;
let lastTime = 0;
let lastTail = 0n;

/**
 * A new id of 24 hex characters: 12 for the time in milliseconds and 12 random ones, so that ids sort by creation time.
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

/** An id as if created at `time`, for records of the past; such ids are only ordered by time. */
export const idAt = (time: Date): string =>
  time.getTime().toString(16).padStart(12, '0') + randomBytes(6).toString('hex');
