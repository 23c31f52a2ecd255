import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { beforeEach, expect, test } from 'vitest';
import { createIntents } from './intents.ts';

const id = 'a'.repeat(24);
const ada = 'd'.repeat(24);
let now = 0;
let session = createFakeHost().storage.session;
const intents = () => createIntents(session, () => now);

beforeEach(() => {
  now = 1_000_000;
  ({ session } = createFakeHost().storage);
});

test.each(['team', 'agent'])('a visitor’s %s link is remembered over a page load, once', (name) => {
  intents().store(`?${name}=${id}`);
  intents().store('?chat=1');
  expect(intents().consume(ada)).toBe(`?${name}=${id}`);
  expect(intents().consume(ada)).toBeUndefined();
});

test('the link of a shared chat is stored, whatever it contains', () => {
  intents().store('?id=abc-DEF_12');
  expect(intents().consume(ada)).toBe('?id=abc-DEF_12');
  intents().store('?id=/../evil');
  expect(intents().consume(ada)).toBeUndefined();
});

test('an invalid id is not stored', () => {
  intents().store('?team=abc&agent=../x');
  intents().store(`?agent=${'a'.repeat(5000)}`);
  expect(session.get('intent')).toBeUndefined();
});

test.each(['chat', 'flow', 'collection'])(
  'the %s that somebody had open is given back to the same person, once',
  (name) => {
    intents().store(`?${name}=${id}&abc=`, ada);
    expect(intents().consume(ada)).toBe(`?${name}=${id}`);
    expect(intents().consume(ada)).toBeUndefined();
  },
);

test('what somebody had open is given to nobody else, and is forgotten then', () => {
  intents().store(`?chat=${id}`, ada);
  expect(intents().consume('b'.repeat(24))).toBeUndefined();
  expect(session.get('intent')).toBeUndefined();
});

test('what nobody is known to have had open is not stored, and leaves an earlier link', () => {
  intents().store('?id=abc', undefined);
  intents().store(`?chat=${id}`, undefined);
  expect(intents().consume(ada)).toBe('?id=abc');
});

test('an intent is forgotten after an hour', () => {
  intents().store(`?team=${id}`);
  now += 3_600_001;
  expect(intents().consume(ada)).toBeUndefined();
});

test.each([
  '',
  '{',
  `x team ${id}`,
  '1000001 go /evil',
  '1000001 team /evil',
  `1000001 chat ${id}`,
  `9e15 team ${id}`,
  '1000001 team',
])('a storage that contains %s has no intent', (text) => {
  session.set('intent', text);
  expect(intents().consume(ada)).toBeUndefined();
});
