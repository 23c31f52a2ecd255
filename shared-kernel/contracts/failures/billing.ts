import { alreadySubscribed } from '../sentences.ts';
import * as z from 'zod/mini';
import type * as calls from '../calls/billing.ts';
import { badRequest, conflict, decisive, notFound, unavailable } from './define.ts';
import type { FailsWith } from './fails-with.ts';

export const failures = {
  'unknown-payment': notFound('There is no such payment.'),
  'unknown-plan': notFound('There is no such plan.'),
  'nothing-to-manage': notFound('There is no payment to manage yet.'),
  'already-subscribed': decisive(conflict(alreadySubscribed)),
  'team-already-subscribed': conflict('This team has an active subscription.'),
  'team-not-subscribed': conflict('This team has no active subscription.'),
  'team-exists': conflict('You already have a team with this name.'),
  'payment-pending': conflict('Your payment is still being processed.'),
  'checkout-replaced': conflict('You opened another checkout in the meantime.'),
  'checkout-opening': unavailable('Your checkout is still being opened. Please try again.'),
  'seats-taken': badRequest(
    ({ seats }) => `${seats} seats are in use. Remove members before you reduce the seats.`,
    () => z.object({ seats: z.int() }),
  ),
  'amounts-outdated': badRequest('These amounts are out of date. Please try again.'),
  'no-plan-to-change': conflict('You have no active plan to change.'),
  'plan-unpaid': conflict('The last payment failed. Update your payment method before you change your plan.'),
  'plan-canceled': conflict('Your plan is canceled. Resume it before you change it.'),
  'plan-renewing': conflict('Your plan is being renewed. Please try again in a few minutes.'),
  'plan-not-sold': conflict('Your plan can’t be changed, because plans in its currency are no longer offered.'),
  'forged-event': badRequest('This isn’t a Stripe event.'),
  'seats-busy': conflict('This team’s seats are being changed. Please try again in a moment.'),
} as const;

const checkout = ['payment-pending', 'checkout-replaced', 'checkout-opening'] as const;

export const failsWith = {
  getCustomer: [],
  createPortalSession: ['nothing-to-manage'],
  createSubscription: [...checkout, 'already-subscribed'],
  createTeamSubscription: [...checkout, 'team-exists'],
  checkSubscriptionSession: ['unknown-payment'],
  expirePaymentSession: ['unknown-payment'],
  updateTeamSubscription: ['team-not-subscribed', 'seats-taken', 'amounts-outdated', 'seats-busy'],
  createTeamPortalSession: ['nothing-to-manage'],
  listInvoices: [],
  listTeamInvoices: [],
  cancelPlan: ['unknown-plan'],
  changeInterval: [
    'no-plan-to-change',
    'plan-unpaid',
    'plan-canceled',
    'plan-renewing',
    'plan-not-sold',
    'amounts-outdated',
  ],
  renewTeamSubscription: [...checkout, 'team-already-subscribed', 'seats-taken'],
} as const satisfies FailsWith<typeof calls>;
