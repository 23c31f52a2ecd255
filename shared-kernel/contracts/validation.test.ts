import { expect, test } from 'vitest';
import { isEmail, messages, nameError } from './validation.ts';

test.each([
  ['', messages.required],
  ['   ', messages.required],
  ['Ada', undefined],
  [' Ada ', undefined],
  ['A\u200Bda', 'Please leave out hidden characters.'],
])('the name %j: %s', (name, problem) => {
  expect(nameError(name)).toBe(problem);
});

test('an address has at most 254 characters, counted as typed', () => {
  const domain = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}`;
  const longest = `${'a'.repeat(64)}@${domain}.test`;
  expect([longest.length, isEmail(longest)]).toEqual([252, true]);
  expect([isEmail(`${longest}  `), isEmail(`${longest}   `)]).toEqual([true, false]);
});
