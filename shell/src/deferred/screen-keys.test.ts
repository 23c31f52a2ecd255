import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import type { OpenModal } from '../modals/modals.model.ts';
import { listenToScreenKeys } from './screen-keys.ts';

const start = (options: Parameters<typeof createFakeHost>[0] = {}) => {
  const host = createFakeHost({ path: '/?chat=1', ...options });
  const stack$ = new BehaviorSubject<readonly OpenModal[]>([]);
  const page = new EventTarget();
  listenToScreenKeys(page, { ...host, modals: { stack$ } });
  /** Whether the key did something. */
  const press = (key: string, more: KeyboardEventInit = {}) =>
    !page.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, cancelable: true, ...more }));
  return { host, stack$, press };
};

test('a new chat is a key away, with Ctrl or Cmd', () => {
  for (const mod of [{}, { ctrlKey: false, metaKey: true }]) {
    const { host, press } = start();
    expect(press('O', { shiftKey: true, ...mod })).toBe(true);
    expect(host.navigation.location$.value.search).toBe('');
  }
});

test.each([
  ['closes a bar that lies over it', false],
  ['leaves the bars beside it', true],
])('a new chat %s', (_, desktop) => {
  const { host, press } = start();
  host.layout.desktop$.next(desktop);
  host.layout.setBar('left', true);
  press('O', { shiftKey: true });
  expect(host.layout.bars$.value.left).toBe(desktop);
});

test.each([
  ['b', 'left'],
  ['.', 'right'],
] as const)('%s closes and opens the %s bar', (key, side) => {
  const { host, press } = start();
  const before = host.layout.bars$.value[side];
  expect(press(key)).toBe(true);
  expect(host.layout.bars$.value[side]).toBe(!before);
  press(key);
  expect(host.layout.bars$.value[side]).toBe(before);
});

test('other keys, a key alone, a dialog, another page and a visitor leave all as it is', () => {
  const { stack$, press, host } = start();
  expect([press('o'), press('b', { ctrlKey: false }), press('b', { altKey: true })]).toEqual([false, false, false]);
  stack$.next([{} as OpenModal]);
  expect(press('b')).toBe(false);
  stack$.next([]);
  host.navigation.navigate('/team');
  expect(press('b')).toBe(false);
  expect(start({ user: null }).press('b')).toBe(false);
});

test.each([
  ['x', { code: 'KeyB' }],
  ['v', { code: 'Period' }],
  ['R', { code: 'KeyO', shiftKey: true }],
])('a layout that types %s there keeps what the browser does with it', (key, init) => {
  expect(start().press(key, init)).toBe(false);
});

test.each([
  ['b', { code: 'KeyN' }, 'left'],
  ['.', { code: 'KeyE' }, 'right'],
  ['.', { code: 'Comma', shiftKey: true }, 'right'],
  ['и', { code: 'KeyB' }, 'left'],
  ['ю', { code: 'Period' }, 'right'],
] as const)('what is typed decides, and the position only without Latin letters: %s %o', (key, init, side) => {
  const { host, press } = start();
  const before = host.layout.bars$.value[side];
  expect(press(key, init)).toBe(true);
  expect(host.layout.bars$.value[side]).toBe(!before);
});
