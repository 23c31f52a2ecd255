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
    ['0x10', '0x10'],
    ['1e1', '1e1'],
    ['+5', '+5'],
  ])('typed as %o become %o', (typed, shown) => {
    expect(seatsTyped(typed)).toBe(shown);
  });

  test.each([
    ['', 'Invalid seats quantity, please enter a valid number.'],
    ['many', 'Invalid seats quantity, please enter a valid number.'],
    ['0x10', 'Invalid seats quantity, please enter a valid number.'],
    ['1e1', 'Invalid seats quantity, please enter a valid number.'],
    [' 5 ', 'Invalid seats quantity, please enter a valid number.'],
    ['+5', 'Invalid seats quantity, please enter a valid number.'],
    ['1', 'Seats quantity must be greater than 1.'],
    ['2', undefined],
    ['100000', undefined],
  ])('typed as %o say %o', (typed, message) => {
    expect(seatsError(typed)).toBe(message);
  });

  test('are an order only from two on', () => {
    expect(['1', 'x', '0x10', '1e1', '2'].map(seatsOf)).toEqual([undefined, undefined, undefined, undefined, 2]);
  });
});

test('a team needs a name', () => {
  expect(nameError('  ')).toBe('Club name is required.');
  expect(nameError('Atlas')).toBeUndefined();
});
