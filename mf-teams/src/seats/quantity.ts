import { seats as limits } from '@atrium/shared-kernel/contracts/constants';
import { clampSeats } from '@atrium/shared-kernel/contracts/validation';

/** What stands in the field after typing: nothing for what is no number, else a whole number within limits (B5.07). */
export const quantityTyped = (typed: string): string => {
  const value = clampSeats(typed, limits);
  return value === undefined ? '' : String(value);
};

/** Seats that can be asked for: undefined while the field is empty. */
export const quantityOf = (typed: string): number | undefined => clampSeats(typed, limits);

/** Why a quantity is no order, in words; a seat that somebody holds cannot be given back. */
export const quantityError = (quantity: number | undefined, taken: number): string | undefined => {
  if (quantity === undefined) return undefined;
  if (quantity < limits.min) return `A team needs at least ${limits.min} seats.`;
  return quantity < taken ? `${taken} members have a seat. Remove members before you reduce the seats.` : undefined;
};
