import { expect, test } from 'vitest';
import { misfits } from './schema-fit.ts';

const object = (properties: object, required: string[] = [], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});

test('an integer passes for a number, a number does not pass for an integer', () => {
  expect(misfits({ type: 'integer' }, { type: 'number' })).toEqual([]);
  expect(misfits({ type: 'number' }, { type: 'integer' })).toEqual(['the value is "number", not "integer"']);
});

test('a new enumerated value is named', () => {
  expect(misfits({ enum: ['a', 'b'] }, { enum: ['a'] })).toEqual(['the value may be "b"']);
  expect(misfits({ const: 'a' }, { enum: ['a', 'c'] })).toEqual([]);
  expect(misfits({ type: 'string' }, { enum: ['a'] })).toEqual(['the value may be more than ["a"]']);
});

test('a strict object refuses fields that it does not know', () => {
  const wanted = object({ a: {} }, [], { additionalProperties: false });
  expect(misfits(object({ a: {}, b: {} }), wanted)).toEqual(['b is refused']);
});

test('each given variant must match, and one wanted variant is enough', () => {
  const either = { anyOf: [{ type: 'string' }, { type: 'null' }] };
  expect(misfits({ type: 'string' }, either)).toEqual([]);
  expect(misfits(either, { type: 'string' })).toEqual(['the value is "null", not "string"']);
});

test('reasons contain the path within lists and objects', () => {
  const given = object({ chats: { type: 'array', items: object({ id: { type: 'number' } }) } });
  const wanted = object({ chats: { type: 'array', items: object({ id: { type: 'string' } }) } });
  expect(misfits(given, wanted)).toEqual(['chats.[].id is "number", not "string"']);
});
