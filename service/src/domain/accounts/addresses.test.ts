import { expect, it } from 'vitest';
import { addressKey } from './addresses.ts';

it.each([
  ['Ada@Example.test', 'ada@example.test'],
  ['ΝΙΚΟΣ@example.test', 'νικοσ@example.test'],
  ['İlker@example.test', 'ilker@example.test'],
  ['ÄRZTE@example.test', 'ärzte@example.test'],
])('counts %s as %s', (email, key) => {
  expect(addressKey(email)).toBe(key);
  expect(addressKey(key)).toBe(key);
});
