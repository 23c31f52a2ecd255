import { describe, expect, test } from 'vitest';
import { quantityError, quantityOf, quantityTyped } from './seats-dialog.tsx';

describe('the quantity of seats', () => {
  test.each([
    ['', ''],
    ['x', ''],
    ['0x10', ''],
    ['1e1', ''],
    [' 5 ', ''],
    ['+5', ''],
    ['0', '2'],
    ['-3', '2'],
    ['7.9', '7'],
    ['100001', '100000'],
    ['12', '12'],
  ])('typed as %o stands as %o', (typed, stands) => {
    expect(quantityTyped(typed)).toBe(stands);
  });

  test('is none while the field is empty', () => {
    expect([quantityOf(''), quantityOf('5')]).toEqual([undefined, 5]);
  });

  test('is at least two, and no less than the members', () => {
    expect(quantityError(1, 1)).toBe('A team needs at least 2 seats.');
    expect(quantityError(3, 4)).toBe('4 members have a seat. Remove members before you reduce the seats.');
    expect([quantityError(4, 4), quantityError(undefined, 4)]).toEqual([undefined, undefined]);
  });
});
