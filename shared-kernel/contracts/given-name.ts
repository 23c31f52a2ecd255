import * as z from 'zod/mini';

/** A name without marks that turn its direction, and that of what stands beside it: with them it looks like another. */
export const readableName = (name: string): string => name.replaceAll(/\p{Bidi_Control}/gu, '');

const toReadable = (payload: { value: string }): void => {
  payload.value = readableName(payload.value);
};

/** What people call a team, a role, an agent or a collection: others read it in sentences. */
export const givenName = (max: number) => z.string().check(toReadable, z.trim(), z.minLength(1), z.maxLength(max));
