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
  const press = (code: string, more: KeyboardEventInit = {}) =>
    !page.dispatchEvent(new KeyboardEvent('keydown', { code, ctrlKey: true, cancelable: true, ...more }));
  return { host, stack$, press };
};

test('a new chat is a key away, with Ctrl or Cmd', () => {
  for (const mod of [{}, { ctrlKey: false, metaKey: true }]) {
    const { host, press } = start();
    expect(press('KeyO', { shiftKey: true, ...mod })).toBe(true);
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
  press('KeyO', { shiftKey: true });
  expect(host.layout.bars$.value.left).toBe(desktop);
});

test.each([
  ['KeyB', 'left'],
  ['Period', 'right'],
] as const)('%s closes and opens the %s bar', (code, side) => {
  const { host, press } = start();
  const before = host.layout.bars$.value[side];
  expect(press(code)).toBe(true);
  expect(host.layout.bars$.value[side]).toBe(!before);
  press(code);
  expect(host.layout.bars$.value[side]).toBe(before);
});

test('other keys, a key alone, a dialog, another page and a visitor leave all as it is', () => {
  const { stack$, press, host } = start();
  expect([press('KeyO'), press('KeyB', { ctrlKey: false }), press('KeyB', { altKey: true })]).toEqual([
    false,
    false,
    false,
  ]);
  stack$.next([{} as OpenModal]);
  expect(press('KeyB')).toBe(false);
  stack$.next([]);
  host.navigation.navigate('/team');
  expect(press('KeyB')).toBe(false);
  expect(start({ user: null }).press('KeyB')).toBe(false);
});
