import * as z from 'zod/mini';
import { done, nothing, redirect } from '../answers.ts';
import { seats } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { customer, invoice } from '../entities/billing.ts';
import { id } from '../id.ts';

const place = () => ({
  region: z.optional(z.string().check(z.maxLength(100))),
  postal: z.optional(z.string().check(z.maxLength(20))),
  countryCode: z.optional(z.string().check(z.maxLength(2))),
});
const quantity = () => z.int().check(z.gte(seats.min), z.lte(seats.max));
const sessionId = () => z.string().check(z.minLength(1), z.maxLength(200));

export const getCustomer = {
  kind: 'call',
  name: 'billing.getCustomer',
  version: 1,
  method: 'GET',
  path: '/stripe/getCustomer',
  access: 'user',
  input: nothing,
  output: () => z.object({ customer: z.optional(customer()) }),
} as const satisfies CallDef;

export const createPortalSession = {
  kind: 'call',
  name: 'billing.createPortalSession',
  version: 1,
  method: 'POST',
  path: '/stripe/createPortalSession',
  access: 'user',
  input: nothing,
  output: redirect,
} as const satisfies CallDef;

export const createSubscription = {
  kind: 'call',
  name: 'billing.createSubscription',
  version: 1,
  method: 'POST',
  path: '/stripe/createSubscription',
  access: 'user',
  input: () => z.strictObject({ ...place(), interval: z.optional(z.enum(['month', 'year'])) }),
  output: redirect,
} as const satisfies CallDef;

export const createTeamSubscription = {
  kind: 'call',
  name: 'billing.createTeamSubscription',
  version: 1,
  method: 'POST',
  path: '/stripe/createTeamSubscription',
  access: 'user',
  input: () =>
    z.strictObject({
      ...place(),
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
      quantity: quantity(),
      interval: z.optional(z.enum(['month', 'year'])),
    }),
  output: redirect,
} as const satisfies CallDef;

export const checkSubscriptionSession = {
  kind: 'call',
  name: 'billing.checkSubscriptionSession',
  version: 1,
  method: 'POST',
  path: '/stripe/checkSubscriptionSession',
  access: 'user',
  input: () => z.strictObject({ sessionId: sessionId() }),
  output: () => z.object({ success: z.boolean() }),
} as const satisfies CallDef;

export const expirePaymentSession = {
  kind: 'call',
  name: 'billing.expirePaymentSession',
  version: 1,
  method: 'POST',
  path: '/stripe/expirePaymentSession',
  access: 'user',
  input: () => z.strictObject({ sessionId: sessionId() }),
  output: done,
} as const satisfies CallDef;

/** With `returnProrationAmount` nothing changes: the answer is what the change would cost. */
export const updateTeamSubscription = {
  kind: 'call',
  name: 'billing.updateTeamSubscription',
  version: 1,
  method: 'POST',
  path: '/stripe/updateTeamSubscription',
  access: 'teamAdmin',
  input: () =>
    z.strictObject({
      teamId: id(),
      quantity: quantity(),
      returnProrationAmount: z.optional(z.boolean()),
      prorationDate: z.optional(z.int()),
    }),
  output: () =>
    z.object({
      prorationInvoice: z.optional(invoice()),
      nextInvoice: z.optional(invoice()),
      success: z.optional(z.boolean()),
      prorationDate: z.optional(z.int()),
    }),
} as const satisfies CallDef;

export const createTeamPortalSession = {
  kind: 'call',
  name: 'billing.createTeamPortalSession',
  version: 1,
  method: 'POST',
  path: '/stripe/createTeamPortalSession',
  access: 'teamAdmin',
  input: () => z.strictObject({ teamId: id() }),
  output: redirect,
} as const satisfies CallDef;
