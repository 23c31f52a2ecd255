import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { type LiveMessage, ofPrompt } from '../reply/reply.ts';
import { AssistantMessage } from './assistant-message.tsx';

const answer = (passages?: LiveMessage['passages']): LiveMessage => ({
  ...ofPrompt('Where?', 'key', new Date(0)),
  content: 'In Zurich [#3].',
  pending: false,
  streaming: false,
  ...(passages ? { passages } : {}),
});
const show = (passages?: LiveMessage['passages']) =>
  renderRemote(contract, <AssistantMessage message={answer(passages)} title="" />);

test('what an answer cites of files stands below it, with its page, its words and a way to the file', async () => {
  show([
    {
      n: 3,
      file: { name: 'deed.pdf', url: '/objects/deed.pdf' },
      page: 12,
      position: 40,
      text: 'Opened in <b>Zurich</b>.',
    },
    { n: 5, file: { name: 'note.txt' }, position: 2, text: 'So it was.' },
  ]);
  const section = await screen.findByRole('region', { name: 'From your files' });
  const [deed, note] = within(section).getAllByRole('listitem');
  expect(within(deed!).getByText('page 12')).toBeDefined();
  fireEvent.click(within(deed!).getByText('deed.pdf'));
  expect(within(deed!).getByText('Opened in <b>Zurich</b>.')).toBeDefined();
  const link = within(deed!).getByRole('link', { name: 'Open page 12', hidden: true });
  expect(link.getAttribute('href')).toBe('/objects/deed.pdf#page=12');
  expect(within(note!).queryByRole('link', { hidden: true })).toBeNull();
});

test.each(['javascript:alert(1)', 'https://evil.test/', '//evil.test/x'])('the address %s is no link', async (url) => {
  show([{ n: 1, file: { name: 'a.pdf', url }, position: 0, text: 'So.' }]);
  const section = await screen.findByRole('region', { name: 'From your files' });
  expect(within(section).queryByRole('link', { hidden: true })).toBeNull();
});

test('an answer that cites no file says nothing of files', () => {
  show();
  expect(screen.queryByRole('region', { name: 'From your files' })).toBeNull();
});
