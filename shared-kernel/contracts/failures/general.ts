import { notAvailable } from '../sentences.ts';
import * as z from 'zod/mini';
import type { CallDef } from '../define.ts';
import { callFailed } from '../sentences.ts';
import { messages } from '../validation.ts';
import {
  badRequest,
  conflict,
  decisive,
  forbidden,
  internal,
  notFound,
  notImplemented,
  preconditionFailed,
  tooLarge,
  unauthorized,
  unsupported,
} from './define.ts';

/** Failures that follow from a call's method, its access rule and `basedOn`: no call declares them. */
export const failures = {
  unexpected: internal(callFailed),
  'not-available': notImplemented(notAvailable),
  'invalid-input': badRequest(
    ({ field, reason }) => (field ? `${field}: ${reason}` : reason),
    () => z.object({ field: z.optional(z.string()), reason: z.string() }),
  ),
  'unstorable-text': badRequest('The request contains a character that can’t be stored.'),
  'invalid-json': badRequest('The request is not valid JSON.'),
  'invalid-request': badRequest('The request is not valid.'),
  'too-large': tooLarge('The request is too large.'),
  'not-json': unsupported('Please send JSON.'),
  'foreign-origin': forbidden('This request did not come from the product’s own page.'),
  'other-person': decisive(conflict('Someone else is signed in here now.')),
  'not-signed-in': decisive(unauthorized('Please sign in.')),
  'premium-needed': forbidden('This needs an active subscription.'),
  forbidden: forbidden('You may not do this.'),
  'not-team-member': forbidden('You are not a member of this team.'),
  'not-team-admin': forbidden('You are not an admin of this team.'),
  stale: decisive(
    preconditionFailed('This was changed in the meantime. Please look at it again.', () =>
      z.object({ revision: z.string() }),
    ),
  ),
  'invalid-revision': badRequest('If-Match is not a list of entity tags.'),
  'name-required': badRequest(messages.name),
  'unknown-address': notFound('There is nothing at this address.'),
} as const;

const always = [
  'unexpected',
  'not-available',
  'invalid-input',
  'unstorable-text',
  'invalid-json',
  'invalid-request',
  'too-large',
  'other-person',
] as const;
const byMethod = { GET: ['foreign-origin'], POST: ['not-json', 'foreign-origin'] } as const;
const byAccess = {
  visitor: [],
  user: ['not-signed-in'],
  premium: ['not-signed-in', 'premium-needed'],
  teamMember: ['not-signed-in', 'not-team-member'],
  teamAdmin: ['not-signed-in', 'not-team-member', 'not-team-admin'],
  productAdmin: ['not-signed-in', 'forbidden'],
} as const;
const ofRevisions = ['stale', 'invalid-revision'] as const;

/** Codes that a call has without declaring them. */
export type GeneralCode<C extends CallDef> =
  | (typeof always)[number]
  | (typeof byMethod)[C['method']][number]
  | (typeof byAccess)[C['access']][number]
  | (C extends { readonly basedOn: true } ? (typeof ofRevisions)[number] : never);

export const generalCodesOf = (call: CallDef): readonly (keyof typeof failures)[] => [
  ...always,
  ...byMethod[call.method],
  ...byAccess[call.access],
  ...(call.basedOn ? ofRevisions : []),
];
