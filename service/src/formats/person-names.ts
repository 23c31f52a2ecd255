import { plainForm } from '@atrium/shared-kernel/contracts/plain-text';
import * as z from 'zod';
import type { ProvenIdentity } from '../ports/identity.ts';

const nameMax = 100;

/** White space, and what nobody sees or what turns the direction of a text: joiners too, which may be out of place. */
const unshown = /[\p{C}\s]+/gu;

/** A name that may be shown and kept: one line, of bounded length. */
export const nameOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined;
  const clean = plainForm(value.replaceAll(unshown, ' '));
  // A sign that the cut has halved is none.
  return clean.slice(0, nameMax).replace(/\p{Cs}$/u, '') || undefined;
};

const appleUser = z.object({ name: z.object({ firstName: z.unknown(), lastName: z.unknown() }).partial().optional() });

/** The names in the `user` that Apple posts at a person's first sign-in. It is not signed: nothing else of it counts. */
export const appleNames = (user: string | undefined): Pick<ProvenIdentity, 'firstName' | 'lastName'> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(user ?? '{}');
  } catch {
    // It is not signed, and only ever a suggestion of a name.
    parsed = {};
  }
  const { name } = appleUser.safeParse(parsed).data ?? {};
  return { firstName: nameOf(name?.firstName), lastName: nameOf(name?.lastName) };
};
