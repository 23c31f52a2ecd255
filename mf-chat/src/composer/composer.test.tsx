import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Composer } from './composer.tsx';
import { PromptField } from './prompt-field.tsx';
import { suggestion, suggestions } from './suggestions.ts';

const setUp = (text: string, streaming = false) => {
  const onSend = vi.fn<() => void>();
  const onType = vi.fn<(text: string) => void>();
  const onStop = vi.fn<() => void>();
  render(
    <Composer
      sendable={text.trim() !== ''}
      text={text}
      streaming={streaming}
      inputRef={null}
      onType={onType}
      onSend={onSend}
      onStop={onStop}
    />,
  );
  return { onSend, onType, onStop, area: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }) };
};

test('Enter sends', () => {
  const { area, onSend } = setUp('Hello');
  fireEvent.keyDown(area, { key: 'Enter' });
  expect(onSend).toHaveBeenCalledOnce();
});

test('Shift or Ctrl with Enter adds a newline', () => {
  const { area, onSend, onType } = setUp('Hello');
  const shift = createEvent.keyDown(area, { key: 'Enter', shiftKey: true });
  fireEvent(area, shift);
  expect(shift.defaultPrevented).toBe(false);
  area.setSelectionRange(5, 5);
  fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
  expect(onType).toHaveBeenCalledExactlyOnceWith('Hello\n');
  expect(onSend).not.toHaveBeenCalled();
});

test.each([{ isComposing: true }, { keyCode: 229 }])('Enter of an input method sends nothing: %o', (composing) => {
  const { area, onSend } = setUp('にほん');
  fireEvent.keyDown(area, { key: 'Enter', ...composing });
  expect(onSend).not.toHaveBeenCalled();
});

test('while a reply streams one button stops it, and the other queues what is written, as Enter does', () => {
  const { area, onSend, onStop } = setUp('Next', true);
  fireEvent.keyDown(area, { key: 'Enter' });
  expect(onSend).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Queue message' }));
  expect(onSend).toHaveBeenCalledTimes(2);
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(onStop).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
});

test('the second click of a double click on Send does not stop the reply', () => {
  const { onStop } = setUp('', true);
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }), { detail: 2 });
  expect(onStop).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }), { detail: 1 });
  expect(onStop).toHaveBeenCalledOnce();
});

test('the second click of a double click on Stop sends nothing', () => {
  const { onSend } = setUp('Next');
  fireEvent.click(screen.getByRole('button', { name: 'Send' }), { detail: 2 });
  expect(onSend).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Send' }), { detail: 1 });
  expect(onSend).toHaveBeenCalledOnce();
});

test('while a reply streams and nothing is written, it can be stopped only', () => {
  setUp('', true);
  expect(screen.getByRole('button', { name: 'Stop' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Queue message' })).toBeNull();
});

test('the placeholder is one of eight suggestions', () => {
  expect(new Set(suggestions).size).toBe(8);
  expect(suggestion(0)).toBe(suggestions[0]);
  expect(suggestion(0.999)).toBe(suggestions[7]);
});

test('the same text inserted again, as another edition, replaces the typed text', () => {
  const field = (edition: object) => (
    <PromptField text="One" edition={edition} inputRef={null} aria-label="Message" onType={() => {}} />
  );
  const first = {};
  const { rerender } = render(field(first));
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  fireEvent.change(area, { target: { value: 'One two' } });
  rerender(field(first));
  expect(area.value).toBe('One two');
  rerender(field({}));
  expect(area.value).toBe('One');
});
