import { plainForm } from '@atrium/shared-kernel/contracts/plain-text';
import * as z from 'zod';
import type { ProvenIdentity } from '../ports/identity.ts';

const nameMax = 100;

/**
 * White space, and characters that are invisible or change text direction, including joiners, which may be misplaced.
 */
const invisible = /[\p{C}\s]+/gu;

/** A name that is safe to show and store: one line of limited length. */
export const nameOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined;
  const clean = plainForm(value.replaceAll(invisible, ' '));
  // Drops a character that the cut has split.
  return clean.slice(0, nameMax).replace(/\p{Cs}$/u, '') || undefined;
};

const appleUser = z.object({ name: z.object({ firstName: z.unknown(), lastName: z.unknown() }).partial().optional() });

/**
 * The names in the `user` that Apple posts at a person's first sign-in. It is not signed, so nothing else in it is
 * used.
 */
export const appleNames = (user: string | undefined): Pick<ProvenIdentity, 'firstName' | 'lastName'> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(user ?? '{}');
  } catch {
    // It is not signed and only suggests a name, so it may be ignored.
    parsed = {};
  }
  const { name } = appleUser.safeParse(parsed).data ?? {};
  return { firstName: nameOf(name?.firstName), lastName: nameOf(name?.lastName) };
};
