import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { type LiveMessage, fromPrompt } from '../reply/reply.ts';
import { CitedPassages } from '../markdown/cited-passages.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { AssistantMessage } from './assistant-message.tsx';
import FilePassages from './file-passages.tsx';

const answer = (passages?: LiveMessage['passages'], content = 'In Zurich [#3].'): LiveMessage => ({
  ...fromPrompt('Where?', 'key', new Date(0)),
  content,
  pending: false,
  streaming: false,
  ...(passages ? { passages } : {}),
});
const show = (...given: Parameters<typeof answer>) =>
  renderRemote(contract, <AssistantMessage message={answer(...given)} title="" />);

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
  const section = await screen.findByRole('region', { name: 'Cited passages' });
  const [deed, note] = within(section).getAllByRole('listitem');
  expect(within(deed!).getByText('page 12')).toBeDefined();
  fireEvent.click(within(deed!).getByText('deed.pdf'));
  expect(within(deed!).getByText('Opened in <b>Zurich</b>.')).toBeDefined();
  const link = within(deed!).getByRole('link', { name: 'Download file', hidden: true });
  expect(link.getAttribute('href')).toBe('/objects/deed.pdf');
  expect(within(note!).queryByRole('link', { hidden: true })).toBeNull();
});

test.each(['javascript:alert(1)', 'https://evil.test/', '//evil.test/x'])('the address %s is no link', async (url) => {
  show([{ n: 1, file: { name: 'a.pdf', url }, position: 0, text: 'So.' }]);
  const section = await screen.findByRole('region', { name: 'Cited passages' });
  expect(within(section).queryByRole('link', { hidden: true })).toBeNull();
});

test('an answer that cites no file says nothing of files', () => {
  show();
  expect(screen.queryByRole('region', { name: 'Cited passages' })).toBeNull();
});

describe('marks in the text', () => {
  const passages = [
    { n: 3, file: { name: 'deed.pdf' }, page: 12, position: 40, text: 'Opened in Zurich.' },
    { n: 5, file: { name: 'note.txt' }, position: 2, text: 'So it was.' },
  ];
  const markOf = (name: string) => screen.findByRole('button', { name });

  test('a mark opens its passage by keyboard, and the passage links back', async () => {
    show(passages, 'In Zurich [#3], **so they say** [#3, #5].');
    const press = userEvent.setup();
    const section = await screen.findByRole('region', { name: 'Cited passages' });
    const mark = await markOf('Passage #5: note.txt');
    expect(mark.textContent).toBe('#5');
    act(() => mark.focus());
    await press.keyboard('{Enter}');
    const text = within(section).getByText('So it was.');
    expect(text.closest('details')?.open).toBe(true);
    expect(within(section).getByText('Opened in Zurich.').closest('details')?.open).toBe(false);
    expect(document.activeElement).toBe(text.closest('details')?.querySelector('summary'));
    await press.click(screen.getByRole('button', { name: 'Back to passage #5 in the text' }));
    expect(document.activeElement).toBe(mark);
    expect(screen.getAllByRole('button', { name: 'Passage #3: deed.pdf, page 12' })).toHaveLength(2);
  });

  test('a mark that is pressed before the passages have come opens its passage then', async () => {
    const parts = (come: boolean) => (
      <div data-answer>
        <CitedPassages value={passages}>
          <Markdown text="In Zurich [#3]." streaming={false} />
        </CitedPassages>
        {come && <FilePassages passages={passages} />}
      </div>
    );
    const { rerender } = render(parts(false));
    fireEvent.click(await markOf('Passage #3: deed.pdf, page 12'));
    rerender(parts(true));
    expect(screen.getByText('Opened in Zurich.').closest('details')?.open).toBe(true);
    expect(screen.getByText('So it was.').closest('details')?.open).toBe(false);
    rerender(parts(false));
    rerender(parts(true));
    expect(screen.getByText('Opened in Zurich.').closest('details')?.open).toBe(false);
  });

  test('what is no passage of the answer stays text, as do marks in code and in links', async () => {
    show(passages, 'Known [#3], made up [#99], `code [#3]`, [link [#3]](https://a.test) and [1].');
    expect(await markOf('Passage #3: deed.pdf, page 12')).toBeDefined();
    expect(screen.getByText(/made up \[#99\]/)).toBeDefined();
    expect(screen.getByText('code [#3]')).toBeDefined();
    expect(screen.getByRole('link', { name: 'link [#3]' })).toBeDefined();
    expect(screen.getAllByRole('button', { name: /^Passage/ })).toHaveLength(1);
  });

  test('of an answer that names no passages they are text', async () => {
    show(undefined, 'In Zurich [#3].');
    expect(await screen.findByText('In Zurich [#3].')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Passage/ })).toBeNull();
  });
});
