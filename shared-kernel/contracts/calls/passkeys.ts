import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import type { CallDef } from '../define.ts';
import { instant } from '../id.ts';
import { passkeyName } from '../validation.ts';

const bytes = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\w-]+$/));
/** Options in WebAuthn's JSON format, for the browser's own functions. */
const options = () => z.object({ options: z.record(z.string(), z.unknown()) });
/** A credential in WebAuthn's JSON format. The service checks it as a whole. */
const credential = () =>
  z.strictObject({
    id: bytes(1400),
    rawId: bytes(1400),
    type: z.literal('public-key'),
    authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
    clientExtensionResults: z.record(z.string(), z.unknown()),
    response: z.record(z.string(), z.unknown()),
  });

/** The passkeys of the user, newest first. */
export const listPasskeys = {
  kind: 'call',
  name: 'passkeys.listPasskeys',
  version: 1,
  method: 'GET',
  path: '/passkeys',
  access: 'user',
  input: nothing,
  output: () =>
    z.object({
      passkeys: z.array(
        z.object({ id: z.string(), name: z.string(), createdDate: instant(), lastUse: z.optional(instant()) }),
      ),
    }),
} as const satisfies CallDef;

export const startPasskeyRegistration = {
  kind: 'call',
  name: 'passkeys.startPasskeyRegistration',
  version: 1,
  method: 'POST',
  path: '/passkeys/startRegistration',
  access: 'user',
  input: nothing,
  output: options,
} as const satisfies CallDef;

export const finishPasskeyRegistration = {
  kind: 'call',
  name: 'passkeys.finishPasskeyRegistration',
  version: 1,
  method: 'POST',
  path: '/passkeys/finishRegistration',
  access: 'user',
  input: () => z.strictObject({ credential: credential() }),
  output: done,
} as const satisfies CallDef;

/** Renames one of the user's passkeys. Beyond the specification. */
export const renamePasskey = {
  kind: 'call',
  name: 'passkeys.renamePasskey',
  version: 1,
  method: 'POST',
  path: '/passkeys/rename',
  access: 'user',
  input: () => z.strictObject({ passkeyId: bytes(1400), name: passkeyName() }),
  output: done,
} as const satisfies CallDef;

export const removePasskey = {
  kind: 'call',
  name: 'passkeys.removePasskey',
  version: 1,
  method: 'POST',
  path: '/passkeys/remove',
  access: 'user',
  input: () => z.strictObject({ passkeyId: bytes(1400) }),
  output: done,
} as const satisfies CallDef;

export const startPasskeyLogin = {
  kind: 'call',
  name: 'passkeys.startPasskeyLogin',
  version: 1,
  method: 'POST',
  path: '/passkeys/startLogin',
  access: 'visitor',
  input: nothing,
  output: options,
} as const satisfies CallDef;

export const finishPasskeyLogin = {
  kind: 'call',
  name: 'passkeys.finishPasskeyLogin',
  version: 1,
  method: 'POST',
  path: '/passkeys/finishLogin',
  access: 'visitor',
  input: () => z.strictObject({ credential: credential() }),
  output: done,
} as const satisfies CallDef;
