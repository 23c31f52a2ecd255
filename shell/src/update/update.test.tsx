import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { BehaviorSubject, Subject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { createUpdateOffer } from './update.model.ts';
import { UpdatePrompt } from './update-prompt.tsx';

const setUp = () => {
  const ticks$ = new Subject<void>();
  const busy$ = new BehaviorSubject(false);
  let newest: string | Error = 'set-1';
  const currentId = () => (newest instanceof Error ? Promise.reject(newest) : Promise.resolve(newest));
  const update = createUpdateOffer({ id: 'set-1', currentId, ticks$, busy$ });
  const reload = vi.fn<() => void>();
  render(<UpdatePrompt update={update} reload={reload} />);
  const check = (id: string | Error) =>
    act(async () => {
      newest = id;
      ticks$.next();
      await Promise.resolve();
    });
  const offered = () => screen.queryByText('A new version of Atrium is ready.') !== null;
  return {
    check,
    offered,
    reload,
    busy: (busy: boolean) => act(() => busy$.next(busy)),
  };
};

test('a new release set is offered, and loads only when a person says so', async () => {
  const { check, offered, reload } = setUp();
  await check('set-1');
  expect(offered()).toBe(false);
  await check('set-2');
  expect(offered()).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  expect(reload).toHaveBeenCalledOnce();
});

test('it is read out, by a part of the page that was there before it', async () => {
  const { check } = setUp();
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  await check('set-2');
  expect(status.textContent).toContain('A new version of Atrium is ready.');
});

test('it waits for what a reload would interrupt', async () => {
  const { check, offered, busy } = setUp();
  busy(true);
  await check('set-2');
  expect(offered()).toBe(false);
  busy(false);
  expect(offered()).toBe(true);
});

test('Later postpones it until the set changes again', async () => {
  const { check, offered } = setUp();
  await check('set-2');
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));
  expect(offered()).toBe(false);
  await check('set-2');
  expect(offered()).toBe(false);
  await check('set-3');
  expect(offered()).toBe(true);
});

test('an offer that ends while it has the focus leaves it to the page, and takes it from nothing else', async () => {
  const { check, busy } = setUp();
  render(
    <div tabIndex={-1} data-testid="page">
      <main />
      <input aria-label="Message" />
    </div>,
  );
  await check('set-2');
  screen.getByRole('button', { name: 'Later' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByTestId('page'));
  await check('set-3');
  screen.getByRole('button', { name: 'Update' }).focus();
  busy(true);
  expect(document.activeElement).toBe(screen.getByTestId('page'));
  busy(false);
  screen.getByRole('button', { name: 'Update' }).focus();
  const field = screen.getByRole('textbox', { name: 'Message' });
  field.focus();
  busy(true);
  expect(document.activeElement).toBe(field);
});

test('an edge that does not answer offers nothing', async () => {
  const { check, offered } = setUp();
  await check(new Error('503'));
  expect(offered()).toBe(false);
});
