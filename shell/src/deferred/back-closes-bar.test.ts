import { BehaviorSubject } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import { createBars } from '../layout/bars.model.ts';
import { createNavigation, openMemoryHistory } from '../router/navigation.ts';
import { createStorage } from '../visit/storage.ts';
import { barMark, closeBarWithBack } from './back-closes-bar.ts';

const start = (wide = false, history = openMemoryHistory('/before', '/?chat=1')) => {
  const navigation = createNavigation(history, 'http://atrium.test', { assign: () => {}, open: () => true });
  const desktop$ = new BehaviorSubject(wide);
  const layout = createBars(createStorage().local, desktop$, new BehaviorSubject(false));
  closeBarWithBack(navigation, layout);
  const path = () => history.location.pathname + history.location.search;
  return { history, navigation, layout, desktop$, path };
};
const closed = { left: false, right: false };

test('Back closes a bar that covers the content, and stays on the page', () => {
  const { history, layout, path } = start();
  layout.setBar('left', true);
  history.go(-1);
  expect([layout.bars$.value, path()]).toEqual([closed, '/?chat=1']);
  history.go(-1);
  expect(path()).toBe('/before');
});

test.each([
  ['by its button', ({ layout }: ReturnType<typeof start>) => layout.setBar('left', false)],
  ['as the window grows', ({ desktop$ }: ReturnType<typeof start>) => desktop$.next(true)],
])('a bar that was closed %s leaves nothing to go back over', (_, close) => {
  const bar = start();
  bar.layout.setBar('left', true);
  bar.layout.setBar('right', true);
  bar.layout.setBar('left', true);
  close(bar);
  bar.history.go(-1);
  expect(bar.path()).toBe('/before');
});

test('what is chosen in a bar is one step away from the page below it', async () => {
  const { history, navigation, layout, path } = start();
  layout.setBar('left', true);
  layout.setBar('left', false);
  navigation.navigate('/?chat=2');
  await vi.waitFor(() => expect(path()).toBe('/?chat=2'));
  history.go(-1);
  expect(path()).toBe('/?chat=1');
  history.go(-1);
  expect(path()).toBe('/before');
});

test('what is chosen in a bar although it is shown already leaves nothing to go back over', () => {
  const { history, navigation, layout, path } = start();
  layout.setBar('left', true);
  navigation.navigate('/?chat=1');
  layout.setBar('left', false);
  history.go(-1);
  expect(path()).toBe('/before');
});

test('a dialog that was opened from a bar closes before it', () => {
  const { history, navigation, layout } = start();
  layout.setBar('left', true);
  navigation.setQuery({ abc: '' });
  history.go(-1);
  expect(layout.bars$.value.left).toBe(true);
  history.go(-1);
  expect(layout.bars$.value).toEqual(closed);
});

describe('in a browser, where a step back is asynchronous', () => {
  const startSlow = () => {
    const bar = start();
    const go = bar.history.go.bind(bar.history);
    vi.spyOn(bar.history, 'go').mockImplementation((steps) => void setTimeout(() => go(steps)));
    const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
    return { ...bar, settled };
  };

  test('a bar that a dialog opens as it closes stays open, and Back closes it', async () => {
    const { history, navigation, layout, path, settled } = startSlow();
    navigation.setQuery({ abc: '' });
    navigation.back();
    layout.setBar('right', true);
    await settled();
    expect([layout.bars$.value.right, path()]).toEqual([true, '/?chat=1']);
    history.go(-1);
    await settled();
    expect([layout.bars$.value, path()]).toEqual([closed, '/?chat=1']);
  });

  test('one that is closed and immediately reopened stays open, and one that is closed again does not move the page', async () => {
    const { history, layout, path, settled } = startSlow();
    layout.setBar('left', true);
    layout.setBar('left', false);
    layout.setBar('left', true);
    await settled();
    expect(layout.bars$.value.left).toBe(true);
    for (const open of [false, true, false]) layout.setBar('left', open);
    await settled();
    expect([layout.bars$.value, path()]).toEqual([closed, '/?chat=1']);
    history.go(-1);
    await settled();
    expect(path()).toBe('/before');
  });
});

test('on a desktop bars have no part in the history', () => {
  const { history, layout, path } = start(true);
  layout.setBar('left', false);
  layout.setBar('left', true);
  history.go(-1);
  expect(path()).toBe('/before');
});

test('a page that was reloaded with an open bar, which closes it, stays where it is', () => {
  const reloaded = openMemoryHistory('/before', '/?chat=1');
  reloaded.push('/?chat=1', barMark);
  const go = vi.spyOn(reloaded, 'go');
  const { history, layout, path } = start(false, reloaded);
  expect([path(), go.mock.calls]).toEqual(['/?chat=1', []]);
  layout.setBar('left', true);
  history.go(-1);
  expect([layout.bars$.value, path()]).toEqual([closed, '/?chat=1']);
});
