import { expect, test } from 'vitest';
import type { Omission } from './entities/omission.ts';
import { omissionWords } from './omission-words.ts';

const at = '2026-11-22T10:42:00.000Z';
const words = (omission: Omission) => omissionWords(omission, (instant) => instant.slice(11, 16));

test.each<[Omission, string]>([
  [
    { kind: 'collection-instruction-cut' },
    'The middle of the collection’s instructions was left out: there is more than the model can read at once.',
  ],
  [{ kind: 'files-not-imported', names: ['a.pdf'] }, '“a.pdf” was not imported.'],
  [
    { kind: 'files-not-imported', names: ['a.pdf', 'b.pdf'], count: 3 },
    '“a.pdf”, “b.pdf”, and 1 more were not imported.',
  ],
  [{ kind: 'files-not-imported', count: 2 }, '2 files were not imported.'],
  [{ kind: 'files-in-parts', count: 1, names: [] }, 'Read in parts: 1 file.'],
  [{ kind: 'model-replaced', names: ['Large', 'Small'] }, '“Large” couldn’t answer, so “Small” did.'],
  [{ kind: 'answer-filtered' }, 'This answer was cut off by the model provider’s content filter.'],
  [
    { kind: 'pages-empty', names: ['a.pdf'], pages: '12' },
    'The model got no text from page 12 of “a.pdf”: it may be a scan.',
  ],
  [
    { kind: 'message-cut', at },
    'The middle of your message from 10:42 was left out: there is more than the model can read at once.',
  ],
  [{ kind: 'messages-left-out', count: 14 }, 'The first 14 messages of this chat were not sent to the model.'],
  [{ kind: 'messages-left-out', count: 1 }, 'The first message of this chat was not sent to the model.'],
  [
    { kind: 'messages-summarized', count: 14 },
    'The first 14 messages of this chat were sent to the model as a summary.',
  ],
  [{ kind: 'messages-summarized', count: 1 }, 'The first message of this chat was sent to the model as a summary.'],
  [{ kind: 'more-left-out', count: 3 }, '3 more messages were not sent to the model.'],
  [{ kind: 'more-left-out' }, 'One more message was not sent to the model.'],
  [
    { kind: 'unanswered-left-out', count: 2 },
    '2 earlier messages without a finished answer were not sent to the model.',
  ],
  [{ kind: 'memories-left-out', count: 3 }, 'Your 3 oldest memories were not sent to the model.'],
  [{ kind: 'files-in-parts', count: 1, names: ['a.pdf'] }, 'Read in parts: “a.pdf”.'],
  [{ kind: 'files-left-out', count: 1, names: ['a.pdf'] }, '“a.pdf” was not sent to the model.'],
  [
    { kind: 'files-left-out', count: 5, names: ['a.pdf', 'b.pdf'] },
    '“a.pdf”, “b.pdf”, and 3 more were not sent to the model.',
  ],
  [{ kind: 'files-empty', count: 1, names: ['a.pdf'] }, 'The model got no text from “a.pdf”: it may be a scan.'],
  [
    { kind: 'pages-empty', count: 1, names: ['a.pdf'], pages: '3' },
    'The model got no text from page 3 of “a.pdf”: it may be a scan.',
  ],
  [
    { kind: 'pages-empty', count: 1, names: ['a.pdf'], pages: '3–7, 12' },
    'The model got no text from pages 3–7, 12 of “a.pdf”: they may be scans.',
  ],
  [{ kind: 'pictures-refused' }, 'The model didn’t accept your pictures and answered without seeing them.'],
  [{ kind: 'prompt-cut' }, 'The middle of your message was left out: there is more than the model can read at once.'],
  [{ kind: 'prompt-end-cut' }, 'The end of your message was left out: there is more than the model can read at once.'],
  [
    { kind: 'answer-cut', at },
    'The middle of the answer to your message from 10:42 was left out: there is more than the model can read at once.',
  ],
  [{ kind: 'messages-left-out' }, 'The first message of this chat was not sent to the model.'],
  [
    { kind: 'unanswered-left-out', count: 1 },
    'An earlier message without a finished answer was not sent to the model.',
  ],
  [
    { kind: 'instruction-cut' },
    'The middle of the agent’s instructions was left out: there is more than the model can read at once.',
  ],
  [{ kind: 'memories-left-out', count: 1 }, 'Your oldest memory was not sent to the model.'],
  [
    { kind: 'files-cut', names: ['a.pdf', 'b.pdf'] },
    'Only parts of “a.pdf” and “b.pdf” were sent: there is more than the model can read at once.',
  ],
  [{ kind: 'files-left-out', names: ['a.pdf'] }, '“a.pdf” was not sent to the model.'],
  [{ kind: 'files-left-out', names: ['a.pdf', 'b.pdf'] }, '“a.pdf” and “b.pdf” were not sent to the model.'],
  [{ kind: 'earlier-files-left-out', count: 1 }, '1 older file in this chat was not sent to the model.'],
  [{ kind: 'earlier-files-left-out', count: 2 }, '2 older files in this chat were not sent to the model.'],
  [
    { kind: 'files-empty', names: ['a.pdf', 'b.pdf'] },
    'The model got no text from “a.pdf” and “b.pdf”: they may be scans.',
  ],
  [
    { kind: 'agent-files-cut' },
    'Not all of the agent’s files were sent: there is more than the model can read at once.',
  ],
  [{ kind: 'agent-files-empty', count: 1 }, 'The model got no text from 1 file of the agent: it may be a scan.'],
  [{ kind: 'agent-files-empty', count: 2 }, 'The model got no text from 2 files of the agent: they may be scans.'],
  [{ kind: 'pictures-off' }, 'This model can’t read pictures and answered without seeing them.'],
  [
    { kind: 'sources-cut', count: 2 },
    'Only the relevant parts of 2 sources were read: there is more than the model can read at once.',
  ],
  [{ kind: 'question-cut' }, 'The searches were based on the beginning and the end of your message.'],
  [{ kind: 'answer-ended' }, 'This answer ended early: the model reached its longest possible answer.'],
  [{ kind: 'something of a later version' }, 'Not everything in this chat was sent to the model.'],
])('%j has a description', (omission, sentence) => {
  expect(words(omission)).toBe(sentence);
});
