import { expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';
import { allTexts, sharedSentences, textProblems, textsOf } from './texts.ts';

const textLines = (source: string) => textsOf('a.tsx', source).map(({ line, text }) => `${line} ${text}`);

test('texts of markup, labels and messages are found, with their line', () => {
  expect(textLines('const a = <p>\n  Hello {name}, you\n  have <b>mail</b>.\n</p>;')).toEqual([
    '1 Hello {…}, you have {…}.',
    '3 mail',
  ]);
  expect(
    textLines("const a = <Button label='Save' className='wide bar' />;\nshow({ message: `Saved ${count} files.` });"),
  ).toEqual(['1 Save', '2 Saved {…} files.']);
  expect(textLines('const html = \'<h1>Please sign in</h1><p class="a b">Then go on.</p>\';')).toEqual([
    '1 Please sign in',
    '1 Then go on.',
  ]);
});

test('what only programs and developers read is left out', () => {
  expect(
    textLines(`
      import a from './some file.ts';
      type A = 'Saved' | 'Not saved';
      if (kind === 'Not saved yet') throw new Error('This cannot be.');
      const b = { path: '/auth/login', type: 'application/json', policy: "default-src 'none'" };
    `),
  ).toEqual([]);
});

test('the table contains texts of every package, and none that read like a translation', () => {
  const texts = allTexts(workspace);
  const known = [
    ['shell/src', 'A new version of Atrium is ready.'],
    ['mf-auth/contract.ts', 'Forgot your password?'],
    ['mf-billing/src/settings', 'Settings'],
    ['mf-chat/dialogs.ts', 'Share Chat'],
    ['mf-teams/contract.ts', 'Join a team'],
    ['mf-workspace/src/left-bar', 'New Chat'],
    ['shared-kernel/conflict', 'Keep mine'],
    ['service/src/calls', 'Your email address was changed.'],
    ['service/src/domain/mail', 'If this was you, there’s nothing to do.'],
    ['deploy/operator/pages', 'Pin a version'],
    ['deploy/edge', 'No visits yet.'],
  ] as const;
  const isFound = ([at, wanted]: (typeof known)[number]) =>
    texts.some(({ file, text }) => file.startsWith(at) && text === wanted);
  expect(known.filter((one) => !isFound(one))).toEqual([]);
  expect(textProblems(texts)).toEqual([]);
  expect(textProblems([{ file: 'a.tsx', line: 3, text: 'Tell somebody.' }])).toEqual([
    'a.tsx:3 says “somebody”: Tell somebody.',
  ]);
});

/** Sentences that may be in several files, each with the reason. */
const accepted: Readonly<Record<string, string>> = {
  'Failed to get chats.': 'the left bar would load every sentence of the contracts for it',
  'Forgot your password?': 'a title in a contract, which imports nothing of its package',
  'Maximum of {…} characters.': 'the parts of `ui` import no contracts, and the chat would load every message of forms',
  'Please try again.': 'says nothing about a feature',
  'Some files are still uploading. Please wait until all uploads are complete.':
    'the chat would load every message of forms for it',
  'This takes a moment.': 'says nothing about a feature',
};

test('a sentence is written in one file only', () => {
  const shared = sharedSentences(allTexts(workspace));
  expect([...shared].filter(([text]) => !(text in accepted))).toEqual([]);
  expect(Object.keys(accepted).filter((text) => !shared.has(text))).toEqual([]);
  const text = 'Saved {…} of the files.';
  expect(sharedSentences(['a.ts', 'b.ts', 'b.ts'].map((file, line) => ({ file, line, text })))).toEqual(
    new Map([[text, ['a.ts', 'b.ts']]]),
  );
});
