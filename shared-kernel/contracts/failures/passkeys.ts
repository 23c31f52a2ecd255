import * as z from 'zod/mini';
import type * as calls from '../calls/passkeys.ts';
import { badRequest, notFound } from './define.ts';
import type { FailsWith } from './fails-with.ts';

export const failures = {
  'unknown-passkey': notFound('This passkey no longer exists.'),
  'passkey-refused': badRequest(
    'This passkey did not work here. Please try again, or log in with your email and password.',
  ),
  'passkey-not-added': badRequest('This passkey could not be added. Please try again.'),
  'too-many-passkeys': badRequest(
    ({ limit }) => `You have ${limit} passkeys. Remove one to add another.`,
    () => z.object({ limit: z.int() }),
  ),
  'address-without-name': badRequest(
    'Passkeys do not work where the address is a number. Open Atrium by its name: on this machine, localhost.',
  ),
} as const;

export const failsWith = {
  listPasskeys: [],
  startPasskeyRegistration: ['sign-in-again', 'address-without-name', 'too-many-passkeys', 'too-many-attempts'],
  finishPasskeyRegistration: ['address-without-name', 'passkey-not-added', 'too-many-passkeys'],
  renamePasskey: ['unknown-passkey'],
  removePasskey: ['sign-in-again', 'unknown-passkey', 'last-way-in'],
  startPasskeyLogin: ['address-without-name', 'too-many-logins'],
  finishPasskeyLogin: ['address-without-name', 'passkey-refused', 'account-changed', 'too-many-logins'],
} as const satisfies FailsWith<typeof calls>;
