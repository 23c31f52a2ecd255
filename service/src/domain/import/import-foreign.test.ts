import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { zipOf } from '../../testing/archives.ts';
import { chatOf } from './foreign-chat.ts';
import { foreignFiles } from './foreign-files.ts';
import { importForeign } from './import-foreign.ts';
import { createTally } from './report.ts';
import { openArchive } from './zip.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const targetOf = async () => {
  const { id: userId } = await test.createUser();
  const { objects } = test.services;
  const file = { owner: userId, folder: 'imports', name: 'import.zip', type: 'application/zip' };
  const { key } = await objects.put({ ...file, content: zipOf({ 'conversations.json': '[]' }) });
  return { db: test.db, objects, archive: await openArchive(objects, key), userId, tally: createTally() };
};
const step = { parent: undefined, children: [], text: 'Hi', thoughts: [], sources: [], files: [] };
const chatNamed = (source: string) =>
  chatOf({
    source,
    title: 'Hi',
    createdDate: new Date(0),
    lastUpdate: undefined,
    archived: false,
    current: undefined,
    steps: new Map([['q', { ...step, role: 'prompt', date: undefined }]]),
  });

it('a conversation that cannot be converted is skipped with a note, and the others are imported', async () => {
  const target = await targetOf();
  const chatFrom = (value: unknown) => {
    if (value === 'odd') throw new RangeError('Too much.');
    return chatNamed(String(value));
  };
  const source = { name: 'chatgpt', chatFrom, collectionOf: () => undefined } as const;
  const importing = importForeign({ ...target, files: foreignFiles(target), source });
  for (const value of ['one', 'odd', 'two']) await importing.add(value);
  await importing.flush();
  expect(target.tally.report).toMatchObject({
    chats: { added: 2, skipped: 1 },
    notes: ['Some conversations were empty or couldn’t be read, so they were skipped.'],
  });
});

it('an answer may have any number of files', async () => {
  const target = await targetOf();
  const answerFiles = Array.from({ length: 200_000 }, () => ({ name: 'Picture', asset: 'gone' }));
  const { fields } = await foreignFiles(target).of({ files: [], answerFiles }, 'f'.repeat(24));
  expect(fields.omissions).toContain('"count":200000');
});
