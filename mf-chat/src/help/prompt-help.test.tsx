import * as calls from '@atrium/shared-kernel/contracts/calls';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { input, renderChat } from '../testing/screen.tsx';

const type = (text: string) => act(() => void fireEvent.change(input(), { target: { value: text } }));

const setUp = (text: string) => {
  const rendered = renderChat();
  rendered.host.service.answer(calls.chat.improvePrompt, ({ prompt }) => ({ improvedPrompt: `Better: ${prompt}` }));
  // Key by key: what is typed after the first character does not render the composer.
  type(text.slice(0, 1));
  type(text);
  const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Improve my prompt' }));
  return { ...rendered, ask };
};

test('an improved prompt is inserted, and can be undone', async () => {
  const { host, ask } = setUp('Write it');
  ask();
  const use = await screen.findByRole('button', { name: 'Use this prompt' });
  use.focus();
  fireEvent.click(use);
  expect(host.service.requests.at(-1)?.input).toEqual({ prompt: 'Write it', countryCode: 'US' });
  expect(input().value).toBe('Better: Write it');
  expect(document.activeElement).toBe(input());
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(input().value).toBe('Write it');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});

test('once an improved prompt is changed, it stays as typed and can no longer be undone', async () => {
  const { ask } = setUp('Write it');
  ask();
  fireEvent.click(await screen.findByRole('button', { name: 'Use this prompt' }));
  type('Better: Write it all');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  expect(input().value).toBe('Better: Write it all');
});

test('what is typed while a prompt is being improved stays', async () => {
  const { ask } = setUp('Write it');
  ask();
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  type('Write it all');
  fireEvent.click(cancel);
  expect(input().value).toBe('Write it all');
});

test('an improved prompt is left', async () => {
  const { ask } = setUp('Write it');
  ask();
  expect(await screen.findByText('Better: Write it')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
  expect(input().value).toBe('Write it');
  expect(screen.queryByText('Better: Write it')).toBeNull();
  expect(document.activeElement).toBe(input());
});

test.each([
  [' \n', 'Prompt help requires a few words to get started.'],
  ['x'.repeat(1750), 'Your prompt is too long to receive help with.'],
])('a prompt that is empty or too long is refused without a call', async (text, message) => {
  const { host, ask } = setUp(text);
  ask();
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message, type: 'error' }]));
  expect(host.service.requests).toEqual([]);
});

test('a failure is shown, and the text stays', async () => {
  const { host, ask } = setUp('x'.repeat(1749));
  host.service.answer(calls.chat.improvePrompt, () => {
    throw new Failure(502, 'Prompt help is not available right now. Please try again.');
  });
  ask();
  await waitFor(() =>
    expect(host.alertsShown).toMatchObject([{ message: 'Prompt help is not available right now. Please try again.' }]),
  );
  expect(input().value).toHaveLength(1749);
  expect(screen.queryByText('Improving your prompt')).toBeNull();
});
