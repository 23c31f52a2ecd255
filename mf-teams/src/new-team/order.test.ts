import { describe, expect, test } from 'vitest';
import { nameError, seatsError, seatsOf, seatsTyped } from './new-team-page.tsx';

describe('the seats of a new team', () => {
  test.each([
    ['0', '2'],
    ['-7', '2'],
    ['3.9', '3'],
    ['100001', '100000'],
    ['1', '1'],
    ['', ''],
    ['many', 'many'],
  ])('typed as %o become %o', (typed, shown) => {
    expect(seatsTyped(typed)).toBe(shown);
  });

  test.each([
    ['', 'Invalid seats quantity, please enter a valid number.'],
    ['many', 'Invalid seats quantity, please enter a valid number.'],
    ['1', 'Seats quantity must be greater than 1.'],
    ['2', undefined],
    ['100000', undefined],
  ])('typed as %o say %o', (typed, message) => {
    expect(seatsError(typed)).toBe(message);
  });

  test('are an order only from two on', () => {
    expect([seatsOf('1'), seatsOf('x'), seatsOf('2')]).toEqual([undefined, undefined, 2]);
  });
});

test('a team needs a name', () => {
  expect(nameError('  ')).toBe('Club name is required.');
  expect(nameError('Atlas')).toBeUndefined();
});
