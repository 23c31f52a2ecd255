import * as z from 'zod/mini';
import { done, nothing, redirect } from '../answers.ts';
import { seats } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { bill, customer, invoice, paidPlan, refund, runningPlan } from '../entities/billing.ts';
import { givenName } from '../given-name.ts';
import { id, instant } from '../id.ts';

const payerLocation = () => ({
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
  input: () => z.strictObject({ ...payerLocation(), interval: z.optional(z.enum(['month', 'year'])) }),
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
      ...payerLocation(),
      name: givenName(100),
      quantity: quantity(),
      interval: z.optional(z.enum(['month', 'year'])),
    }),
  output: redirect,
} as const satisfies CallDef;

/**
 * Beyond the specification: `paidTwice`: this was paid already, and the payment is refunded. `pending`: the payment is
 * on its way, which can take days. `team`: what was paid for, new or `renewed`.
 */
export const checkSubscriptionSession = {
  kind: 'call',
  name: 'billing.checkSubscriptionSession',
  version: 1,
  method: 'POST',
  path: '/stripe/checkSubscriptionSession',
  access: 'user',
  input: () => z.strictObject({ sessionId: sessionId() }),
  output: () =>
    z.object({
      success: z.boolean(),
      paidTwice: z.optional(z.boolean()),
      pending: z.optional(z.boolean()),
      team: z.optional(z.object({ _id: id(), name: z.string(), renewed: z.boolean() })),
    }),
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

/**
 * With `returnProrationAmount` nothing changes: the answer is the cost of the change, and the `prorationDate` (seconds
 * since 1970) with which the change, within an hour, costs exactly that. `success` false: the payment for more seats
 * was declined and nothing has changed; with a `redirectUrl`, the payer has to confirm it on that page first.
 * `openInvoice`: an amount that is unpaid, and blocks changes of seats until it is paid. `endDate`: the plan ends then,
 * and nothing more is charged. 400 for fewer seats than are occupied, 409 without an active subscription, and with the
 * code `seats-busy` while another change of them takes very long.
 */
export const updateTeamSubscription = {
  kind: 'call',
  name: 'billing.updateTeamSubscription',
  version: 1,
  method: 'POST',
  path: '/stripe/updateTeamSubscription',
  access: 'teamAdmin',
  basedOn: true,
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
      redirectUrl: z.optional(z.string()),
      openInvoice: z.optional(invoice()),
      endDate: z.optional(instant()),
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

/**
 * `plans`: all active plans, if there is more than one. `refunds`: what was refunded for a plan that was paid twice.
 */
const billing = () =>
  z.object({
    plan: z.optional(paidPlan()),
    invoices: z.array(bill()),
    more: z.boolean(),
    plans: z.optional(z.array(runningPlan())),
    refunds: z.optional(z.array(refund())),
  });
/** The id of an invoice: lists those before it. */
const before = () => z.optional(z.string().check(z.minLength(1), z.maxLength(100)));

/** The user's own plan and its invoices, newest first, 100 per page. Beyond the specification. */
export const listInvoices = {
  kind: 'call',
  name: 'billing.listInvoices',
  version: 1,
  method: 'GET',
  path: '/stripe/invoices',
  access: 'user',
  input: () => z.strictObject({ before: before() }),
  output: billing,
} as const satisfies CallDef;

/** The plan of a team and its invoices. Beyond the specification. */
export const listTeamInvoices = {
  kind: 'call',
  name: 'billing.listTeamInvoices',
  version: 1,
  method: 'GET',
  path: '/stripe/teamInvoices',
  access: 'teamAdmin',
  input: () => z.strictObject({ teamId: id(), before: before() }),
  output: billing,
} as const satisfies CallDef;

/** Cancels a plan of the user or of one of their teams, at the end of what is paid. Beyond the specification. */
export const cancelPlan = {
  kind: 'call',
  name: 'billing.cancelPlan',
  version: 1,
  method: 'POST',
  path: '/stripe/cancelPlan',
  access: 'user',
  basedOn: true,
  input: () => z.strictObject({ planId: id() }),
  output: done,
} as const satisfies CallDef;

/**
 * Switches the user's own plan to yearly or monthly payment. With `preview` nothing changes: the answer is the cost of
 * the change, and `at` (seconds since 1970) with which the change, within an hour, costs exactly that. From `date` on
 * the price is `amount`; `due` is charged immediately, `renewAmount` on `renewDate`. Monthly payment begins when the
 * paid year ends. Choosing the current interval cancels a pending switch. `success` false: the payment was declined, or
 * the payer has to confirm it at `redirectUrl`, and nothing has changed. Beyond the specification.
 */
export const changeInterval = {
  kind: 'call',
  name: 'billing.changeInterval',
  version: 1,
  method: 'POST',
  path: '/stripe/changeInterval',
  access: 'user',
  basedOn: true,
  input: () =>
    z.strictObject({
      interval: z.enum(['month', 'year']),
      preview: z.optional(z.boolean()),
      at: z.optional(z.int()),
    }),
  output: () =>
    z.object({
      cost: z.optional(
        z.object({
          date: instant(),
          amount: z.int(),
          currency: z.string(),
          due: z.int(),
          renewDate: instant(),
          renewAmount: z.int(),
          at: z.int(),
        }),
      ),
      success: z.optional(z.boolean()),
      redirectUrl: z.optional(z.string()),
    }),
} as const satisfies CallDef;

/** A checkout for a team whose subscription has ended. 409 while it has one. Beyond the specification. */
export const renewTeamSubscription = {
  kind: 'call',
  name: 'billing.renewTeamSubscription',
  version: 1,
  method: 'POST',
  path: '/stripe/renewTeamSubscription',
  access: 'teamAdmin',
  input: () =>
    z.strictObject({
      ...payerLocation(),
      teamId: id(),
      quantity: quantity(),
      interval: z.optional(z.enum(['month', 'year'])),
    }),
  output: redirect,
} as const satisfies CallDef;
