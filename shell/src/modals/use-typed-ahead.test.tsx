import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { useTypedAhead } from './use-typed-ahead.ts';

/** A frame whose content appears when the test says so. */
const Frame = ({ type = 'text', before = '' }: { type?: string; before?: string }) => {
  const frame = useRef<HTMLDivElement>(null);
  const [there, setThere] = useState(false);
  const [value, setValue] = useState(before);
  useTypedAhead(frame);
  return (
    <>
      <div ref={frame} tabIndex={-1} data-testid="frame">
        {there && (
          <input
            aria-label="Term"
            type={type}
            value={value}
            ref={(field) => field?.focus()}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
      </div>
      <output>{value}</output>
      <button type="button" onClick={() => setThere(true)}>
        Come
      </button>
    </>
  );
};
const typeAhead = async (keys: string) => {
  screen.getByTestId('frame').focus();
  await userEvent.keyboard(keys);
  fireEvent.click(screen.getByRole('button', { name: 'Come' }));
};
const term = () => screen.getByLabelText<HTMLInputElement>('Term');

test('text typed before the content loaded is in its first field', async () => {
  render(<Frame />);
  await typeAhead('lightx{Backspace}h{Control>}k{/Control}');
  expect(screen.getByRole('status').textContent).toBe('lighth');
  await userEvent.type(term(), 'ouse');
  expect(screen.getByRole('status').textContent).toBe('lighthouse');
});

test('a key that immediately follows the frame, before the browser has painted it, is kept as well', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const pressed = new Promise<void>((resolve) => {
    new MutationObserver(() => {
      const frame = within(container).queryByTestId('frame');
      if (!frame) return;
      frame.focus();
      fireEvent.keyDown(frame, { key: 'a' });
      resolve();
    }).observe(container, { childList: true, subtree: true });
  });
  root.render(<Frame />);
  await pressed;
  fireEvent.click(within(container).getByRole('button', { name: 'Come' }));
  await expect.poll(() => within(container).queryByLabelText<HTMLInputElement>('Term')?.value).toBe('a');
  root.unmount();
  container.remove();
  vi.unstubAllGlobals();
});

test('a field that has a text keeps it', async () => {
  render(<Frame before="term" />);
  await typeAhead('x');
  expect(term().value).toBe('term');
});

test('a field that is not for text gets nothing', async () => {
  render(<Frame type="password" />);
  await typeAhead('x');
  expect(term().value).toBe('');
});
