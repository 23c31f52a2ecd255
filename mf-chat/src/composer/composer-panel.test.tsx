import * as calls from '@atrium/shared-kernel/contracts/calls';
import { CallFailure } from '@atrium/shared-kernel/client';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { chatId, messageId, numbered, storedMessage } from '../testing/replies.ts';
import { chooseFiles, input, renderChat, sendPrompt, withUploads } from '../testing/screen.tsx';

const firstEvents = numbered({ type: 'chatId', chatId }, { type: 'id', id: messageId });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const pressed = (name: string) => button(name).getAttribute('aria-pressed');
const text = (name: string) => new File(['hello'], name, { type: 'text/plain' });
const sent = ({ host }: ReturnType<typeof renderChat>) =>
  host.service.requests.filter(({ call }) => call === 'chat.streamReply').map((one) => one.input);
const messages = ({ host }: ReturnType<typeof renderChat>) => host.alertsShown.map(({ message }) => message);

test.each(['', '\n', ' \n\n '])('a prompt without words is ignored: %j', async (words) => {
  const rendered = renderChat();
  await sendPrompt(words);
  fireEvent.submit(input());
  await act(async () => undefined);
  expect(button('Send')).toHaveProperty('disabled', true);
  expect([sent(rendered), messages(rendered)]).toEqual([[], []]);
});

test('typed text is still there when the session comes back', async () => {
  const { host } = renderChat();
  for (const typed of ['W', 'Write it']) act(() => void fireEvent.change(input(), { target: { value: typed } }));
  await act(async () => host.session.user$.next(undefined));
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  await act(async () => host.session.user$.next(testUser()));
  expect(input().value).toBe('Write it');
});

describe('Enter while the chat loads', () => {
  const open = () => {
    const late = Promise.withResolvers<void>();
    const rendered = renderChat({
      path: `/?chat=${chatId}`,
      prepare: ({ service }) =>
        service.answer(calls.chat.getChat, async () => {
          await late.promise;
          return { messages: [storedMessage()] };
        }),
    });
    const load = () => act(async () => late.resolve());
    return { rendered, load };
  };

  test('sends the text once, as soon as the chat is there', async () => {
    const { rendered, load } = open();
    await sendPrompt('And then?');
    await act(async () => {
      fireEvent.keyDown(input(), { key: 'Enter' });
    });
    expect(sent(rendered)).toEqual([]);
    await load();
    await waitFor(() => expect(sent(rendered)).toMatchObject([{ id: chatId, prompt: 'And then?' }]));
    expect(input().value).toBe('');
  });

  test.each(['And then?', ''])('sends no file that is added later: %j', async (prompt) => {
    const { rendered, load } = open();
    const uploads = withUploads(rendered.host);
    await sendPrompt(prompt);
    await chooseFiles(text('notes.txt'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    await act(async () => uploads[0]?.done());
    await load();
    await waitFor(() => expect(button('Send')).toHaveProperty('disabled', false));
    expect(sent(rendered)).toEqual([]);
    expect([input().value, button('Remove notes.txt') !== undefined]).toEqual([prompt, true]);
  });

  test('sends nothing in another chat', async () => {
    const { rendered, load } = open();
    await sendPrompt('And then?');
    await act(async () => rendered.host.navigation.navigate('/'));
    await load();
    expect(sent(rendered)).toEqual([]);
  });

  test('sends nothing if something else is typed', async () => {
    const { rendered, load } = open();
    await sendPrompt('And then?');
    act(() => void fireEvent.change(input(), { target: { value: 'And then? No' } }));
    await load();
    expect(await screen.findByRole('button', { name: 'Send' })).toHaveProperty('disabled', false);
    expect(sent(rendered)).toEqual([]);
    expect(input().value).toBe('And then? No');
  });
});

describe('a file', () => {
  test('is uploaded with its progress, and goes with the message', async () => {
    const rendered = renderChat();
    const uploads = withUploads(rendered.host);
    await chooseFiles(text('notes.txt'));
    const progress = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Uploading notes.txt' });
    expect(progress.value).toBe(0);
    await act(async () => uploads[0]?.progress(60));
    expect(progress.value).toBe(60);
    await act(async () => uploads[0]?.done());
    expect(button('Remove notes.txt')).toBeDefined();
    await sendPrompt('What is in it?');
    expect(sent(rendered)).toMatchObject([
      {
        prompt: 'What is in it?',
        files: [{ name: 'notes.txt', type: 'text/plain', size: 5, url: '/objects/chatFiles/u/1/file%20%231.txt' }],
      },
    ]);
    expect(screen.queryByRole('list', { name: 'Attachments' })).toBeNull();
    expect(await screen.findByRole('button', { name: 'Open notes.txt' })).toBeDefined();
    rendered.reply.push(...firstEvents);
    await waitFor(() =>
      expect(rendered.host.service.requests.find(({ call }) => call === 'chat.nameChat')?.input).toMatchObject({
        fileMetadata: [{ name: 'notes.txt', type: 'text/plain' }],
      }),
    );
  });

  test('that the model cannot read is there with a note at its chip, before it is sent and after a reload', async () => {
    const rendered = renderChat();
    const uploads = withUploads(rendered.host);
    const why = 'The model gets no text from “scan.pdf”: it may be a scan.';
    let answer = () => {};
    rendered.host.service.answer(calls.files.inspectFiles, async ({ files }) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { notes: files.map(({ url }) => ({ url, code: 'no-text', text: why })) };
    });
    await chooseFiles(new File(['%PDF'], 'scan.pdf', { type: 'application/pdf' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    await act(async () => uploads[0]?.done());
    expect(screen.getByText('Reading')).toBeDefined();
    await act(async () => answer());
    expect(await screen.findByText(why)).toBeDefined();
    expect(screen.getByRole('status', { name: 'Notes on attachments' }).textContent).toBe(why);
    const stored = rendered.host.storage.session.get(`draft.${'a'.repeat(24)}.new`);
    expect(stored).toContain('it may be a scan');
    await sendPrompt('Read it');
    expect(JSON.stringify(sent(rendered))).not.toContain('it may be a scan');
  });

  test('alone is enough to send', async () => {
    const rendered = renderChat();
    const uploads = withUploads(rendered.host);
    await chooseFiles(text('a.txt'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    await act(async () => uploads[0]?.done());
    fireEvent.click(button('Send'));
    await waitFor(() => expect(sent(rendered)).toMatchObject([{ prompt: '', files: [{ name: 'a.txt' }] }]));
  });

  test('is not sent by Enter that was pressed in the prerendered HTML, where nobody saw it', async () => {
    const rendered = renderChat();
    withUploads(rendered.host);
    const form = input().closest('form');
    expect(form?.dataset['earlyForm']).toBe('composer');
    await chooseFiles(text('a.txt'));
    await waitFor(() => expect(form?.dataset['earlyForm']).toBeUndefined());
  });

  test('that is removed gives the focus to the next, and the last one to the text', async () => {
    const rendered = renderChat();
    withUploads(rendered.host);
    await chooseFiles(text('a.txt'), text('b.txt'), text('c.txt'));
    const remove = async (name: string) => {
      const cross = await screen.findByRole('button', { name: `Cancel upload of ${name}` });
      act(() => cross.focus());
      await act(async () => fireEvent.click(cross));
      return document.activeElement?.getAttribute('aria-label');
    };
    expect(await remove('a.txt')).toBe('Cancel upload of b.txt');
    expect(await remove('c.txt')).toBe('Cancel upload of b.txt');
    await remove('b.txt');
    expect(screen.queryByRole('list', { name: 'Attachments' })).toBeNull();
    expect(document.activeElement).toBe(input());
  });

  test('that is uploading blocks the message', async () => {
    const rendered = renderChat();
    const uploads = withUploads(rendered.host);
    await chooseFiles(text('a.txt'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    await sendPrompt('Hi');
    const why = 'Some files are still uploading. Please wait until all uploads are complete.';
    await waitFor(() => expect(messages(rendered)).toEqual([why]));
    expect(sent(rendered)).toEqual([]);
    expect(input().value).toBe('Hi');
  });

  test('that was chosen at this moment blocks the message', async () => {
    const rendered = renderChat();
    const uploads = withUploads(rendered.host);
    fireEvent.change(input(), { target: { value: 'Hi' } });
    const chosen = chooseFiles(text('a.txt'));
    fireEvent.keyDown(input(), { key: 'Enter' });
    await chosen;
    const why = 'Some files are still uploading. Please wait until all uploads are complete.';
    await waitFor(() => expect(messages(rendered)).toEqual([why]));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(sent(rendered)).toEqual([]);
  });

  test('that was chosen just before another chat was opened stays in its own', async () => {
    const { host } = renderChat({ messages: [storedMessage()] });
    const uploads = withUploads(host);
    const chosen = chooseFiles(text('a.txt'));
    host.navigation.navigate(`/?chat=${chatId}`);
    await chosen;
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(screen.queryByRole('list', { name: 'Attachments' })).toBeNull();
    await act(async () => host.navigation.navigate('/'));
    expect(await screen.findByRole('button', { name: 'Cancel upload of a.txt' })).toBeDefined();
  });

  test('that fails is removed, with an explanation that stays', async () => {
    const rendered = renderChat();
    const uploads = withUploads(rendered.host);
    await chooseFiles(text('a.txt'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    await act(async () => uploads[0]?.fail(new CallFailure(0, '', undefined, '')));
    expect(rendered.host.alertsShown).toEqual([
      { message: 'Failed to upload file a.txt, please try again.', type: 'error', time: 0 },
    ]);
    expect(screen.queryByRole('list', { name: 'Attachments' })).toBeNull();
  });

  test('is cancelled by its button, and by nothing else', async () => {
    const rendered = renderChat();
    const uploads = withUploads(rendered.host);
    await chooseFiles(text('a.txt'), text('b.txt'));
    await waitFor(() => expect(uploads).toHaveLength(2));
    fireEvent.click(button('Cancel upload of a.txt'));
    await waitFor(() => expect(uploads.map(({ signal }) => signal?.aborted)).toEqual([true, false]));
    expect(screen.queryByText('a.txt')).toBeNull();
    expect(messages(rendered)).toEqual([]);
  });

  test('can be dropped on the chat and pasted', async () => {
    const rendered = renderChat();
    const uploads = withUploads(rendered.host);
    const files = [text('dropped.txt')];
    fireEvent.dragOver(input(), { dataTransfer: { types: ['Files'], files } });
    expect(screen.getByText('Drop your files here')).toBeDefined();
    fireEvent.drop(input(), { dataTransfer: { types: ['Files'], files } });
    expect(screen.queryByText('Drop your files here')).toBeNull();
    await waitFor(() => expect(uploads).toHaveLength(1));
    fireEvent.paste(input(), { clipboardData: { types: ['Files'], files: [text('pasted.txt')] } });
    await waitFor(() => expect(uploads).toHaveLength(2));
    fireEvent.paste(input(), { clipboardData: { types: ['text/plain', 'Files'], files: [text('finder.txt')] } });
    await waitFor(() => expect(uploads).toHaveLength(3));
    const word = ['text/plain', 'text/html', 'text/rtf', 'Files'];
    fireEvent.paste(input(), { clipboardData: { types: word, files: [text('word.txt')] } });
    fireEvent.dragOver(input(), { dataTransfer: { types: ['text/plain'], files: [] } });
    expect(screen.queryByText('Drop your files here')).toBeNull();
    expect(uploads).toHaveLength(3);
  });
});

describe('a mode', () => {
  test('goes with the message that it was set for, and stays visible while that is answered', async () => {
    const rendered = renderChat();
    fireEvent.click(button('Research mode'));
    await sendPrompt('Why?');
    expect(sent(rendered)).toMatchObject([{ prompt: 'Why?', deepResearch: true }]);
    expect(pressed('Research mode')).toBe('true');
  });

  test('that is secure is offered to product admins, and cannot be left once the chat has used it', async () => {
    renderChat().end();
    expect(screen.queryByRole('button', { name: 'Secure mode' })).toBeNull();
    const rendered = renderChat({ user: testUser({ booktAdmin: true }) });
    fireEvent.click(button('Secure mode'));
    fireEvent.click(button('Secure mode'));
    expect(pressed('Secure mode')).toBe('false');
    fireEvent.click(button('Secure mode'));
    await sendPrompt('Quietly');
    expect(sent(rendered)).toMatchObject([{ secureMode: true }]);
    rendered.reply.push(...firstEvents, { seq: 3, type: 'end', outcome: 'complete' });
    rendered.reply.end();
    await screen.findByRole('button', { name: 'Send' });
    for (const name of ['Secure mode', 'Research mode', 'Image mode', 'Improve my prompt'])
      fireEvent.click(button(name));
    await waitFor(() =>
      expect(messages(rendered)).toEqual([
        'Secure mode cannot be turned off once used.',
        'Deep research is not available in secure mode.',
        'Image mode is not available in secure mode.',
        'Prompt help is not available in secure mode.',
      ]),
    );
    expect(['Secure mode', 'Research mode', 'Image mode'].map(pressed)).toEqual(['true', 'false', 'false']);
  });

  test('that is secure shows on a chat that is', async () => {
    const rendered = renderChat();
    const chat = { _id: chatId, title: 'A', tags: [], secure: true, createdDate: '2026-01-01T00:00:00.000Z' };
    rendered.host.service.answer(calls.chat.getChat, () => ({ messages: [storedMessage()], chat }));
    act(() => rendered.host.navigation.navigate(`/?chat=${chatId}`));
    await waitFor(() => expect(pressed('Secure mode')).toBe('true'));
    await sendPrompt('More');
    expect(sent(rendered)).toMatchObject([{ id: chatId, secureMode: true }]);
  });
});

describe('a send that fails before any streaming', () => {
  const prepared = async () => {
    const rendered = renderChat();
    const uploads = withUploads(rendered.host);
    await chooseFiles(text('a.txt'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    await act(async () => uploads[0]?.done());
    fireEvent.click(button('Image mode'));
    return rendered;
  };

  test('gives text, files and modes back with the reason of the service', async () => {
    const rendered = await prepared();
    rendered.host.service.answer(calls.chat.streamReply, () => {
      throw new Failure(400, 'Image mode is not available here.');
    });
    await sendPrompt('Draw');
    await waitFor(() => expect(messages(rendered)).toEqual(['Image mode is not available here.']));
    expect(input().value).toBe('Draw');
    expect(button('Remove a.txt')).toBeDefined();
    expect(pressed('Image mode')).toBe('true');
  });

  test('is the same send if it is retried unchanged, and replaces the failure', async () => {
    const rendered = await prepared();
    const lost = vi.fn(() => {
      throw new Unreachable();
    });
    rendered.host.service.answer(calls.chat.streamReply, lost);
    await sendPrompt('Draw');
    await waitFor(() => expect(input().value).toBe('Draw'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeDefined());
    rendered.host.service.answer(calls.chat.streamReply, () => rendered.reply);
    fireEvent.click(button('Send'));
    await waitFor(() => expect(sent(rendered)).toHaveLength(2));
    const [first, second] = sent(rendered) as { sendId: string }[];
    expect(second?.sendId).toBe(first?.sendId);
    expect(screen.getAllByText('You said')).toHaveLength(1);
  });
});
