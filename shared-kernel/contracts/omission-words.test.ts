import { expect, test } from 'vitest';
import type { Omission } from './entities/omission.ts';
import { omissionWords } from './omission-words.ts';

const at = '2026-11-22T10:42:00.000Z';
const words = (omission: Omission) => omissionWords(omission, (instant) => instant.slice(11, 16));

test.each<[Omission, string]>([
  [
    { kind: 'message-cut', at },
    'The middle of your message from 10:42 was left out: there is more than the model can read at once.',
  ],
  [{ kind: 'messages-left-out', count: 14 }, 'The first 14 messages of this chat were not sent to the model.'],
  [{ kind: 'messages-left-out', count: 1 }, 'The first message of this chat was not sent to the model.'],
  [
    { kind: 'unanswered-left-out', count: 2 },
    '2 earlier messages without a finished answer were not sent to the model.',
  ],
  [{ kind: 'memories-left-out', count: 3 }, 'Your 3 oldest memories were not sent to the model.'],
  [{ kind: 'files-left-out', count: 1, names: ['a.pdf'] }, '“a.pdf” was not sent to the model.'],
  [
    { kind: 'files-left-out', count: 5, names: ['a.pdf', 'b.pdf'] },
    '“a.pdf”, “b.pdf”, and 3 more were not sent to the model.',
  ],
  [{ kind: 'files-empty', count: 1, names: ['a.pdf'] }, 'The model got no text from “a.pdf”: it may be a scan.'],
  [{ kind: 'pictures-refused' }, 'The model didn’t accept your pictures and answered without seeing them.'],
  [{ kind: 'something of a later version' }, 'Not everything in this chat was sent to the model.'],
])('%j is told in words', (omission, sentence) => {
  expect(words(omission)).toBe(sentence);
});
