import * as z from 'zod/mini';

const pattern = /^[0-9a-f]{24}$/i;

/** Exactly 24 hex characters (A5.19, B5.09). */
export const isId = (value: unknown): value is string => typeof value === 'string' && pattern.test(value);
/** An id, in small letters once it was checked: the service compares it with the ids that it has made. */
export const id = () =>
  z.string().check(z.regex(pattern, 'Not a valid id.'), (payload) => {
    payload.value = payload.value.toLowerCase();
  });
/** An instant as an ISO 8601 string in UTC. */
export const instant = () => z.iso.datetime();
