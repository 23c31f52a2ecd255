import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { expect, test } from 'vitest';
import { createFirstQuestion } from './first-question.ts';

const day = 24 * 60 * 60 * 1000;
const start = () => {
  const { local } = createFakeHost().storage;
  const clock = { now: 1_000_000 };
  return { local, clock, question: createFirstQuestion(local, () => clock.now) };
};

test('a question is stored until it is used, unchanged', () => {
  const { question, local } = start();
  question.save('Which is older?\n\n 12 <b>or</b> 13 ');
  expect(question.read()).toBe('Which is older?\n\n 12 <b>or</b> 13 ');
  expect(question.consume()).toBe('Which is older?\n\n 12 <b>or</b> 13 ');
  expect([question.read(), question.consume(), local.get('firstQuestion')]).toEqual(['', '', undefined]);
});

test('a question is gone once it is emptied', () => {
  const { question, local } = start();
  question.save('Why?');
  question.save(' \n');
  expect(local.get('firstQuestion')).toBeUndefined();
});

test('a question of yesterday is still there, an older one is not', () => {
  const { question, clock } = start();
  question.save('Why?');
  clock.now += day;
  expect(question.read()).toBe('Why?');
  clock.now += 1;
  expect([question.read(), question.consume()]).toEqual(['', '']);
});

test.each(['', 'Why?', '12', '99999999999999 Why?', '{"text":"Why?"}'])(
  'an invalid stored question is ignored: %o',
  (text) => {
    const { question, local } = start();
    local.set('firstQuestion', text);
    expect(question.read()).toBe('');
  },
);
