import type { KeyValue } from '@atrium/shared-kernel/remote';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ShellContext, type ShellParts } from '../shell-context.ts';
import { AlertList } from './alert-list.tsx';
import { createAlerts } from './alerts.model.ts';

const memory = (): KeyValue => {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
};
let id = 0;
const newId = () => `alert-${++id}`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const show = (session = memory()) => {
  const alerts = createAlerts(session, newId);
  render(
    <ShellContext value={{ alerts } as ShellParts}>
      <AlertList />
    </ShellContext>,
  );
  const pass = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  const showAlert = (message: string, time = 3000) =>
    act(() => {
      alerts.show({ message, type: 'info', time });
    });
  return { alerts, pass, showAlert };
};
const banner = (message: string) => screen.getByText(message).closest('li')!.querySelector('div')!;

test('an alert is shown until its time has elapsed', () => {
  const { showAlert, pass } = show();
  showAlert('Saved');
  pass(2999);
  expect(screen.getByText('Saved')).toBeDefined();
  pass(1);
  expect(screen.queryByText('Saved')).toBeNull();
});

test('an info is read out by a region that was there before it, an error by itself', () => {
  const { alerts, showAlert } = show();
  const region = screen.getByRole('region', { name: 'Notifications' });
  const reader = (message: string) => banner(message).closest('[role=status], [role=alert], output, [aria-live]');
  showAlert('Saved');
  act(() => void alerts.show({ message: 'Failed', type: 'error', time: 0 }));
  expect(reader('Saved')).toBe(region);
  expect(region.getAttribute('aria-live')).toBe('polite');
  expect(reader('Failed')).toBe(screen.getByRole('alert'));
});

test('an alert whose time is 0 stays until its close icon is tapped', () => {
  const { showAlert, pass } = show();
  showAlert('Failed to upload', 0);
  pass(60_000);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Failed to upload')).toBeNull();
});

const drag = (message: string, { to, pointerType }: { to: number; pointerType: string }) => {
  fireEvent.pointerDown(banner(message), { clientX: 100, pointerType });
  fireEvent.pointerMove(banner(message), { clientX: to, pointerType });
  fireEvent.pointerUp(banner(message), { clientX: to, pointerType });
};

test('a swipe of more than 50 px dismisses an alert, a shorter one does not', () => {
  const { showAlert } = show();
  showAlert('Copied', 0);
  drag('Copied', { to: 150, pointerType: 'touch' });
  expect(screen.getByText('Copied')).toBeDefined();
  drag('Copied', { to: 151, pointerType: 'touch' });
  expect(screen.queryByText('Copied')).toBeNull();
});

test('a mouse that selects the text of an alert does not dismiss it', () => {
  const { showAlert } = show();
  showAlert('Failed to upload', 0);
  drag('Failed to upload', { to: 200, pointerType: 'mouse' });
  expect(screen.getByText('Failed to upload')).toBeDefined();
});

test('the timer of an alert pauses while the pointer is over it', () => {
  const { showAlert, pass } = show();
  showAlert('Read me', 1000);
  pass(600);
  fireEvent.pointerEnter(banner('Read me'));
  pass(10_000);
  expect(screen.getByText('Read me')).toBeDefined();
  fireEvent.pointerLeave(banner('Read me'));
  pass(399);
  expect(screen.getByText('Read me')).toBeDefined();
  pass(1);
  expect(screen.queryByText('Read me')).toBeNull();
});

test('the timer stays paused until both the pointer and the focus are gone', () => {
  const { showAlert, pass } = show();
  showAlert('Read me', 1000);
  const dismiss = screen.getByRole('button', { name: 'Dismiss' });
  const enter = () => fireEvent.pointerEnter(banner('Read me'));
  const leave = () => fireEvent.pointerLeave(banner('Read me'));
  enter();
  act(() => dismiss.focus());
  leave();
  pass(1000);
  enter();
  act(() => dismiss.blur());
  pass(1000);
  expect(screen.getByText('Read me')).toBeDefined();
  leave();
  pass(1000);
  expect(screen.queryByText('Read me')).toBeNull();
});

test('alerts are stored in the session storage and shown again after a reload for their remaining time', () => {
  const session = memory();
  const before = createAlerts(session, newId);
  before.show({ message: 'Short', type: 'info', time: 3000 });
  before.show({ message: 'Long', type: 'error', time: 10_000 });
  before.show({ message: 'Gone', type: 'warn', time: 0 });
  before.dismiss(before.alerts$.value[2]?.id ?? '');
  vi.clearAllTimers();
  const { alerts, pass } = show(session);
  expect(alerts.alerts$.value).toMatchObject([
    { message: 'Short', type: 'info', time: 3000 },
    { message: 'Long', type: 'error', time: 10_000 },
  ]);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Short', 'Long']);
  pass(3000);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Long']);
});

test('an alert that waits for its action is not shown after a reload, which removes the action', () => {
  const session = memory();
  const before = createAlerts(session, newId);
  before.show({ message: 'Retry?', type: 'error', time: 0, action: { label: 'Retry', onSelect: () => undefined } });
  before.show({ message: 'Stays', type: 'error', time: 0 });
  expect(createAlerts(session, newId).alerts$.value.map(({ message }) => message)).toEqual(['Stays']);
});

test('a reload gives an alert no time of its own', () => {
  const session = memory();
  createAlerts(session, newId).show({ message: 'Saved', type: 'info', time: 3000 });
  for (const _ of ['first reload', 'second reload']) {
    vi.advanceTimersByTime(1000);
    createAlerts(session, newId);
  }
  const { pass } = show(session);
  pass(999);
  expect(screen.getByText('Saved')).toBeDefined();
  pass(1);
  expect(screen.queryByText('Saved')).toBeNull();
});

test('an alert whose time ended before the page was back is not shown again', () => {
  const session = memory();
  createAlerts(session, newId).show({ message: 'Saved', type: 'info', time: 3000 });
  vi.setSystemTime(Date.now() + 3000);
  expect(createAlerts(session, newId).alerts$.value).toEqual([]);
});

test('what a person held longer keeps that time over a reload', () => {
  const session = memory();
  const before = createAlerts(session, newId);
  const held = before.show({ message: 'Read me', type: 'info', time: 1000 });
  before.hold(held);
  vi.advanceTimersByTime(5000);
  before.release(held);
  const { pass } = show(session);
  pass(999);
  expect(screen.getByText('Read me')).toBeDefined();
  pass(1);
  expect(screen.queryByText('Read me')).toBeNull();
});

test('broken storage causes no failure', () => {
  const session = memory();
  session.set('alerts', '{"not":"alerts"');
  expect(createAlerts(session, newId).alerts$.value).toEqual([]);
});

test('an alert from before the view is there is shown by it', () => {
  const alerts = createAlerts(memory(), newId);
  alerts.show({ message: 'Early', type: 'error', time: 0 });
  render(
    <ShellContext value={{ alerts } as ShellParts}>
      <AlertList />
    </ShellContext>,
  );
  expect(screen.getByRole('alert').textContent).toBe('Early');
});

test('the sixth alert replaces the oldest', () => {
  const { showAlert } = show();
  for (const text of ['1', '2', '3', '4', '5', '6']) showAlert(text);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['2', '3', '4', '5', '6']);
});

test('the sixth alert replaces the oldest that nobody reads', () => {
  const { showAlert } = show();
  showAlert('1');
  fireEvent.pointerEnter(banner('1'));
  for (const text of ['2', '3', '4', '5', '6']) showAlert(text);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['1', '3', '4', '5', '6']);
});

test('alerts that stay until they are dismissed are displaced by none', () => {
  const { showAlert } = show();
  const files = Array.from({ length: 7 }, (_, at) => `Failed to upload file ${at}.pdf, please try again.`);
  for (const text of files) showAlert(text, 0);
  for (const text of ['1', '2', '3', '4', '5', '6']) showAlert(text);
  const shown = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(shown).toEqual([...files, '2', '3', '4', '5', '6']);
});

test('the action of an alert runs once, and is not offered after a reload', () => {
  const session = memory();
  const { alerts, showAlert } = show(session);
  const undo = vi.fn();
  act(
    () => void alerts.show({ message: 'Deleted', type: 'info', time: 5000, action: { label: 'Undo', onSelect: undo } }),
  );
  showAlert('Saved', 0);
  expect(createAlerts(session, newId).alerts$.value.map(({ message, action }) => [message, action])).toEqual([
    ['Deleted', undefined],
    ['Saved', undefined],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Deleted')).toBeNull();
  expect(screen.getByText('Saved')).toBeDefined();
});

describe('an alert that the keyboard closes leaves the focus', () => {
  const focus = (element: HTMLElement) => act(() => element.focus());
  const press = (button: HTMLElement) => {
    focus(button);
    fireEvent.click(button);
  };
  const dismissOf = (message: string) => within(banner(message)).getByRole('button', { name: 'Dismiss' });
  const focused = () => document.activeElement;
  const showWithField = () => {
    const { alerts, showAlert } = show();
    render(
      <div tabIndex={-1} data-testid="page">
        <main />
        <input aria-label="Message" />
      </div>,
    );
    return { alerts, showAlert, field: screen.getByRole('textbox', { name: 'Message' }) };
  };

  test('to the one after it or before it, and the last one to where it was', () => {
    const { showAlert, field } = showWithField();
    for (const message of ['1', '2', '3']) showAlert(message, 0);
    focus(field);
    press(dismissOf('2'));
    expect(focused()).toBe(dismissOf('3'));
    press(dismissOf('3'));
    expect(focused()).toBe(dismissOf('1'));
    press(dismissOf('1'));
    expect(focused()).toBe(field);
  });

  test('to where it was also after its action', () => {
    const { alerts, field } = showWithField();
    const action = { label: 'Undo', onSelect: () => undefined };
    act(() => void alerts.show({ message: 'Deleted', type: 'info', time: 5000, action }));
    focus(field);
    press(screen.getByRole('button', { name: 'Undo' }));
    expect(focused()).toBe(field);
  });

  test('to the page, if that is gone', () => {
    const { showAlert, field } = showWithField();
    showAlert('Failed', 0);
    focus(field);
    focus(dismissOf('Failed'));
    field.remove();
    press(dismissOf('Failed'));
    expect(focused()).toBe(screen.getByTestId('page'));
  });
});
