import type { Limit, Slots } from '../../ports/limits.ts';
import type { Parts } from '../parts.ts';
import { DomainError } from '../domain-error.ts';

/**
 * Occupies one of the user's slots for a reply; resolves to a function that frees it. Fails with `too-many-replies` if
 * none is free.
 */
export type Admit = (userId: string) => Promise<() => void>;

/** The suggested wait in milliseconds; when a slot becomes free is unknown. */
const slotRetryDelay = 5000;
const nothing = () => undefined;

/** Admits replies within the configured limits. */
export const admission =
  ({ limits, config }: Pick<Parts, 'limits' | 'config'>): Admit =>
  async (userId) => {
    const { sendsPerMinute, repliesAtOnce } = config.limits;
    const slots: Slots = { name: 'replies-at-once', count: repliesAtOnce };
    const free = repliesAtOnce === 0 ? nothing : await limits.occupy(slots, userId);
    if (!free) {
      throw new DomainError('too-many-replies', { wait: slotRetryDelay, limit: repliesAtOnce });
    }
    const sends: Limit = { name: 'sends', points: sendsPerMinute, seconds: 60 };
    const wait = sendsPerMinute === 0 ? 0 : await limits.consume(sends, userId);
    if (wait === 0) return free;
    free();
    throw new DomainError('too-many-sends', { wait });
  };
