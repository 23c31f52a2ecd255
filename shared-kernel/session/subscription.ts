import { subscriptionGrace } from '../contracts/constants.ts';

/** Active means that the end date plus 24 hours is in the future (A4.07). `now` in ms since the epoch. */
export const isActive = (subscriptionEndDate: string | undefined, now = Date.now()): boolean =>
  subscriptionEndDate !== undefined && Date.parse(subscriptionEndDate) + subscriptionGrace > now;
