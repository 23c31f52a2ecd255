import { clampSeats } from '@atrium/shared-kernel/contracts/validation';
import { seats as limits } from '@atrium/shared-kernel/contracts/constants';

/** What stands in the seats field after typing: a number is clamped (A5.15), anything else stays to be corrected. */
export const seatsTyped = (typed: string): string => {
  const value = clampSeats(typed, limits);
  return value === undefined ? typed : String(value);
};

/** The seats of an order, or undefined where they cannot be ordered. */
export const seatsOf = (typed: string): number | undefined => {
  const value = clampSeats(typed, limits);
  return value === undefined || value < limits.min ? undefined : value;
};

/** Rules of a new team and their messages (A5.14). */
export const nameError = (name: string): string | undefined =>
  name.trim() === '' ? 'Club name is required.' : undefined;
export const seatsError = (typed: string): string | undefined => {
  const value = clampSeats(typed, limits);
  if (value === undefined) return 'Invalid seats quantity, please enter a valid number.';
  return value > 1 ? undefined : 'Seats quantity must be greater than 1.';
};
