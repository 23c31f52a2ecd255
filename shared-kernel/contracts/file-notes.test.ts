import { expect, test } from 'vitest';
import { failureWords } from './failure-words.ts';
import { unreadPages, unreadParts, unreadText } from './file-notes.ts';

test('a file that the model cannot read as a whole is named', () => {
  expect(unreadText('a.pdf')).toBe(
    'The model gets no text from “a.pdf”: it may be a scan. Attach its pages as pictures, or a version with text.',
  );
  expect(unreadParts('a.pdf')).toBe(
    'Only parts of “a.pdf” will be sent: there is more than the model can read at once.',
  );
});

test.each(['3', '12'])('page %s without text may be a scan', (page) => {
  expect(unreadPages('a.pdf', page)).toBe(
    `The model gets no text from page ${page} of “a.pdf”: it may be a scan. Attach it as a picture if it matters.`,
  );
});

test.each(['3–7', '3, 12', '3–7, 12'])('pages %s without text may be scans', (pages) => {
  expect(unreadPages('a.pdf', pages)).toBe(
    `The model gets no text from pages ${pages} of “a.pdf”: they may be scans. Attach them as pictures if they matter.`,
  );
});

test('a cause for which a model did not answer has a sentence, and an unknown one has none', () => {
  expect(failureWords('busy')).toBe('The model is busy. Wait a few minutes, then try again.');
  expect([failureWords('of-tomorrow'), failureWords(undefined)]).toEqual([undefined, undefined]);
});
