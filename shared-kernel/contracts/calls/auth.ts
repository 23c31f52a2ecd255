import * as z from 'zod/mini';
import { done, nothing, redirect } from '../answers.ts';
import { identityProviders } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { id, instant } from '../id.ts';
import { email, newPassword, password, personName } from '../validation.ts';

const hash = () => z.string().check(z.minLength(1), z.maxLength(200));
const secret = () => z.string().check(z.minLength(1), z.maxLength(200));
const code = () => z.string().check(z.minLength(1), z.maxLength(8192));
/** `connected`: a signed-in user connected the provider, to log in with it from now on. */
const newUser = () => z.object({ user: z.object({ new: z.boolean() }), connected: z.optional(z.boolean()) });

export const login = {
  kind: 'call',
  name: 'auth.login',
  version: 1,
  method: 'POST',
  path: '/auth/login',
  access: 'visitor',
  input: () => z.strictObject({ email: email(), password: secret() }),
  output: done,
} as const satisfies CallDef;

export const register = {
  kind: 'call',
  name: 'auth.register',
  version: 1,
  method: 'POST',
  path: '/auth/register',
  access: 'visitor',
  input: () =>
    z.strictObject({ firstName: personName(), lastName: personName(), email: email(), password: password() }),
  output: done,
} as const satisfies CallDef;

export const logout = {
  kind: 'call',
  name: 'auth.logout',
  version: 1,
  method: 'POST',
  path: '/auth/logout',
  access: 'visitor',
  input: nothing,
  output: done,
} as const satisfies CallDef;

export const forgotPassword = {
  kind: 'call',
  name: 'auth.forgotPassword',
  version: 1,
  method: 'POST',
  path: '/auth/forgotPassword',
  access: 'visitor',
  input: () => z.strictObject({ email: email() }),
  output: done,
} as const satisfies CallDef;

export const resetWithHash = {
  kind: 'call',
  name: 'auth.resetWithHash',
  version: 1,
  method: 'POST',
  path: '/auth/resetWithHash',
  access: 'visitor',
  input: () => z.strictObject({ password: newPassword(), resetHash: hash() }),
  output: done,
} as const satisfies CallDef;

export const changeEmail = {
  kind: 'call',
  name: 'auth.changeEmail',
  version: 1,
  method: 'POST',
  path: '/auth/changeEmail',
  access: 'user',
  input: () => z.strictObject({ userId: id(), email: email(), password: z.optional(secret()) }),
  output: done,
} as const satisfies CallDef;

export const changeWithHash = {
  kind: 'call',
  name: 'auth.changeWithHash',
  version: 1,
  method: 'POST',
  path: '/auth/changeWithHash',
  access: 'visitor',
  input: () => z.strictObject({ changeHash: hash(), newEmail: email() }),
  output: done,
} as const satisfies CallDef;

/**
 * Opens a new session after the password was confirmed, because irreversible actions require a session that was opened
 * minutes ago. Beyond the specification.
 */
export const confirmPassword = {
  kind: 'call',
  name: 'auth.confirmPassword',
  version: 1,
  method: 'POST',
  path: '/auth/confirmPassword',
  access: 'user',
  input: () => z.strictObject({ password: secret() }),
  output: done,
} as const satisfies CallDef;

/**
 * Changes the password; the current one is required. All other sessions end, and the user is notified by email. Beyond
 * the specification.
 */
export const changePassword = {
  kind: 'call',
  name: 'auth.changePassword',
  version: 1,
  method: 'POST',
  path: '/auth/changePassword',
  access: 'user',
  input: () => z.strictObject({ password: secret(), newPassword: newPassword() }),
  output: done,
} as const satisfies CallDef;

/** The ways in which the user can log in: a password, passkeys, identity providers. Beyond the specification. */
export const listConnections = {
  kind: 'call',
  name: 'auth.listConnections',
  version: 1,
  method: 'GET',
  path: '/auth/connections',
  access: 'user',
  input: nothing,
  output: () =>
    z.object({
      password: z.boolean(),
      passkeys: z.int(),
      connections: z.array(z.object({ provider: z.enum(identityProviders), createdDate: instant() })),
    }),
} as const satisfies CallDef;

/**
 * Starts to connect a provider, as `startSocialLogin` starts a sign-in. Requires a session that was opened minutes ago.
 */
export const startConnection = {
  kind: 'call',
  name: 'auth.startConnection',
  version: 1,
  method: 'POST',
  path: '/auth/connect',
  access: 'user',
  input: () => z.strictObject({ provider: z.enum(identityProviders) }),
  output: redirect,
} as const satisfies CallDef;

/** Disconnects a provider, unless it is the last way to log in. Requires a session that was opened minutes ago. */
export const removeConnection = {
  kind: 'call',
  name: 'auth.removeConnection',
  version: 1,
  method: 'POST',
  path: '/auth/disconnect',
  access: 'user',
  input: () => z.strictObject({ provider: z.enum(identityProviders) }),
  output: done,
} as const satisfies CallDef;

/** Sends the confirmation link for the email address of the caller's account again. */
export const resendConfirmation = {
  kind: 'call',
  name: 'auth.resendConfirmation',
  version: 1,
  method: 'POST',
  path: '/auth/resendConfirmation',
  access: 'user',
  input: nothing,
  output: done,
} as const satisfies CallDef;

export const google = {
  kind: 'call',
  name: 'auth.google',
  version: 1,
  method: 'POST',
  path: '/auth/google',
  access: 'visitor',
  input: () => z.strictObject({ token: code() }),
  output: newUser,
} as const satisfies CallDef;

export const apple = {
  kind: 'call',
  name: 'auth.apple',
  version: 1,
  method: 'POST',
  path: '/auth/apple',
  access: 'visitor',
  input: () => z.strictObject({ code: code(), appleUser: z.optional(z.string().check(z.maxLength(8192))) }),
  output: newUser,
} as const satisfies CallDef;

export const azure = {
  kind: 'call',
  name: 'auth.azure',
  version: 1,
  method: 'POST',
  path: '/auth/azure',
  access: 'visitor',
  input: () => z.strictObject({ code: code(), clientInfo: z.optional(code()), sessionState: z.optional(code()) }),
  output: newUser,
} as const satisfies CallDef;

/** The identity providers that are configured, each of which gets a button. */
export const listProviders = {
  kind: 'call',
  name: 'auth.listProviders',
  version: 1,
  method: 'GET',
  path: '/auth/providers',
  access: 'visitor',
  input: nothing,
  output: () => z.object({ providers: z.array(z.enum(identityProviders)) }),
} as const satisfies CallDef;

/** Starts a sign-in with a provider: the browser goes to its page and comes back to `/auth/<provider>`. */
export const startSocialLogin = {
  kind: 'call',
  name: 'auth.startSocialLogin',
  version: 1,
  method: 'POST',
  path: '/auth/start',
  access: 'visitor',
  input: () => z.strictObject({ provider: z.enum(identityProviders) }),
  output: redirect,
} as const satisfies CallDef;
