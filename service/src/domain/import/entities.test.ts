import { expect, it } from 'vitest';
import { agent, chat, collection, file } from './entities.ts';
import { claudeProjectFrom } from './claude.ts';

const spoilt = 'Report \u202Efdp.exe';
const id = 'a'.repeat(24);
const date = '2026-11-27T00:00:00.000Z';

it('names that are imported lose the marks that turn their direction', () => {
  expect([
    chat.parse({ id, title: spoilt, sharedBy: spoilt, createdDate: date, lastUpdate: date }),
    collection.parse({ id, name: spoilt, files: [{ name: spoilt, type: 'text/plain', url: '/a' }] }),
    agent.parse({ title: spoilt, instruction: '', files: [{ name: spoilt, type: 'text/plain', url: '/a' }] }),
    file.parse({ _id: 'a', name: spoilt, type: 'text/plain' }),
    claudeProjectFrom({ uuid: 'a', name: spoilt }),
  ]).toMatchObject([
    { title: 'Report fdp.exe', sharedBy: 'Report fdp.exe' },
    { name: 'Report fdp.exe', files: [{ name: 'Report fdp.exe' }] },
    { title: 'Report fdp.exe', files: [{ name: 'Report fdp.exe' }] },
    { name: 'Report fdp.exe' },
    { name: 'Report fdp.exe' },
  ]);
});

it('a file of an agent or a collection that is odd is missing without the others', () => {
  const good = { name: 'a.txt', type: 'text/plain', url: '/a' };
  const files = [good, { ...good, name: 'a'.repeat(256) }, { name: 'b.txt', url: '/b' }, 'odd', null];
  const kept = [good, null, null, null, null];
  expect([
    agent.parse({ title: 'Poet', instruction: '', files }).files,
    collection.parse({ id, name: 'Poems', files }).files,
    agent.parse({ title: 'Poet', instruction: '', files: 'none' }).files,
    agent.parse({ title: 'Poet', instruction: '' }).files,
  ]).toEqual([kept, kept, [], []]);
});
