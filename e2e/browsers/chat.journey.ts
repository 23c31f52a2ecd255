import { expect, test } from './fixtures.ts';
import { startReply, composer, expectComplete, stop } from './chat.ts';
import { text } from './person.ts';

test.beforeEach(async ({ person }) => {
  await person.signIn('premium@atrium.test');
  await person.open('/');
});

test('a reply streams in and is stopped; its text stays, even after a reload', async ({ person }) => {
  await startReply(person, 'A long answer of 3000 words about rivers');
  await person.press(stop);
  await person.sees(text('You stopped this answer.'));
  await expectComplete(person);
  await person.tab.reload();
  await person.sees(text('You stopped this answer.'));
  await expectComplete(person);
});

test('a page that is reloaded during a reply reads it to its end', async ({ person }) => {
  await startReply(person, 'A long answer of 1200 words about hills');
  await person.tab.reload();
  await person.sees(stop);
  await expectComplete(person);
  await person.sees(composer);
  expect(await person.problems()).toEqual([]);
});
