import * as z from 'zod/mini';

/**
 * A name without marks that change the text direction of it and its neighbors, because with them it could look like
 * another name.
 */
export const readableName = (name: string): string => name.replaceAll(/\p{Bidi_Control}/gu, '');

const toReadable = (payload: { value: string }): void => {
  payload.value = readableName(payload.value);
};

/** The name that a user gives to a team, a role, an agent or a collection; others read it in sentences. */
export const givenName = (max: number) => z.string().check(toReadable, z.trim(), z.minLength(1), z.maxLength(max));
