import { isId } from '@atrium/shared-kernel/contracts/id';
import { expect, it } from 'vitest';
import { idAt, newId } from './id.ts';

it('creates ids of 24 hex characters that sort by creation time, also within a millisecond', () => {
  const ids = Array.from({ length: 5000 }, () => newId(1_800_000_000_000));
  expect(ids.every(isId)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});

it('keeps increasing when the clock steps back', () => {
  const later = newId(1_900_000_000_000);
  expect(newId(1_800_000_000_000) > later).toBe(true);
});

it('creates ids of the past that sort before current ones', () => {
  const past = idAt(new Date(1_700_000_000_000));
  expect(isId(past)).toBe(true);
  expect(past < newId()).toBe(true);
});
