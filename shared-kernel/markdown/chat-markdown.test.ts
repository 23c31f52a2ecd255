import { expect, test } from 'vitest';
import type { Message } from '../contracts/entities/chat.ts';
import { chatFileName, chatHeading, exchangeMarkdown } from './chat-markdown.ts';
import { citationsIn } from './citations.ts';

const message = (change: Partial<Message> = {}): Message => ({
  _id: 'a'.repeat(24),
  prompt: 'Why?\nAnd how?',
  content: 'Because.',
  createdDate: '2026-11-21T12:34:56.000Z',
  pending: false,
  failed: false,
  thoughts: ['They ask for reasons.'],
  userFiles: [],
  modal: 'demo-large',
  ...change,
});
const write = (change: Partial<Message>, booktAdmin = false) =>
  exchangeMarkdown(message(change), { booktAdmin, file: (name) => name });

test('an export has no thoughts, and names the model to product admins only', () => {
  expect(write({})).toBe('\n## You, 2026-11-21 12:34\n\n> Why?\n> And how?\n\n## Assistant\n\nBecause.\n');
  expect(write({}, true)).toContain('## demo-large\n\nBecause.');
  expect(write({}, true)).not.toContain('reasons');
});

test('an export contains what belongs to an answer: files, sources, and that it broke off', () => {
  const file = { _id: 'f', name: 'tides.pdf', type: 'application/pdf', url: '/objects/x' };
  expect(write({ userFiles: [file], citations: '["https://a.test"]', failed: true })).toBe(
    '\n## You, 2026-11-21 12:34\n\n> Why?\n> And how?\n\nAttached: tides.pdf\n\n## Assistant\n\nBecause.\n\n' +
      '*(This answer broke off.)*\n\n[1] <https://a.test>\n',
  );
});

test('what follows an answer that broke off in code is not code', () => {
  expect(write({ content: 'So:\n\n```js\nlet a', failed: true })).toContain('let a\n```\n\n*(This answer broke off.)*');
});

test('citations that cannot be read are omitted', () => {
  for (const citations of ['{', '7', 'null', undefined]) expect(citationsIn(citations)).toEqual([]);
  expect(citationsIn('["https://a.test",1]')).toEqual(['https://a.test']);
});

test.each([
  ['Of tides', '2026-11-21 Of tides'],
  ['../../etc/passwd', '2026-11-21 etc passwd'],
  ['  ', '2026-11-21 Untitled'],
  ['مد و جزر', '2026-11-21 مد و جزر'],
  [`${'a'.repeat(59)}😀`, `2026-11-21 ${'a'.repeat(59)}`],
])('the file of a chat called %j is called %j', (title, name) => {
  expect(chatFileName({ title, createdDate: '2026-11-21T12:00:00.000Z' })).toBe(name);
  expect(chatHeading({ title }).split('\n')).toHaveLength(2);
});
