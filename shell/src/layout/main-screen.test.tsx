import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import type { BarSide } from '@atrium/shared-kernel/remote';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { BehaviorSubject } from 'rxjs';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fakeLoader, release, textModule } from '../testing/release.ts';
import { createTestShell, settle } from '../testing/shell-parts.tsx';
import { createBars } from './bars.model.ts';
import { MainScreen } from './main-screen.tsx';
import { ShellFrame } from './shell-frame.tsx';

beforeEach(() => {
  // Remotes render outside of the test library's reach.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});

const remotes = [
  release('mf-chat', '1.0.0', { fills: [{ slot: 'shell.main', expose: './chat-screen' }] }),
  release('mf-workspace', '1.0.0', {
    fills: [
      { slot: 'shell.left', expose: './left-bar' },
      { slot: 'shell.right', expose: './memory-bar' },
    ],
  }),
];

interface Shown {
  wide?: boolean;
  user?: User | null;
  there?: typeof remotes;
  disabled?: Record<string, string>;
}

const show = async ({ wide = true, user = testUser(), there = remotes, disabled = {} }: Shown = {}) => {
  const fake = createFakeHost({ user });
  const layout = createBars(fake.storage.local, new BehaviorSubject(wide), new BehaviorSubject(!wide));
  const host = { ...fake, layout: layout as typeof fake.layout };
  const shell = await createTestShell({ host, remotes: there, disabled });
  const container = shell.show(<MainScreen />);
  await settle();
  return { layout, host, modals: shell.parts.modals, screenOf: container.firstElementChild! };
};
const bar = (side: BarSide) => document.querySelector<HTMLElement>(`aside[data-side="${side}"]`)!;

describe('the main screen of a signed-in user', () => {
  test('has chats on the left, the chat in the centre and memory on the right', async () => {
    await show();
    expect(screen.getByRole('complementary', { name: 'Chats' }).textContent).toBe('mf-workspace ./left-bar');
    expect(screen.getByRole('main').textContent).toBe('mf-chat ./chat-screen');
    // It loads after the chat, so that nobody waits for it to type.
    const memory = screen.getByRole('complementary', { name: 'Memory' });
    expect(memory.textContent).not.toContain('./memory-bar');
    await waitFor(() => expect(memory.textContent).toBe('mf-workspace ./memory-bar'));
  });

  test('closes and opens each bar by its button', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Hide memory' }));
    expect(bar('right').hasAttribute('inert')).toBe(true);
    expect(bar('left').hasAttribute('inert')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Show memory' }));
    expect(bar('right').hasAttribute('inert')).toBe(false);
  });
});

test('Tab first reaches a link that skips the bars and keeps the address', async () => {
  const { host } = await show();
  const before = window.location.href;
  await userEvent.tab();
  const skip = screen.getByRole('link', { name: 'Skip to content' });
  expect(document.activeElement).toBe(skip);
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(window.location.href).toBe(before);
  expect(host.navigation.location$.value.hash).toBe('');
});

test('a visitor has no bars and no buttons for them', async () => {
  await show({ user: null });
  expect(screen.queryAllByRole('complementary')).toEqual([]);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryByRole('link', { name: 'Skip to content' })).toBeNull();
  expect(screen.getByRole('main').textContent).toContain('mf-chat ./chat-screen');
});

describe('below 1200 px', () => {
  test('an open bar covers the content, which is inert; the scrim and Escape close it', async () => {
    const { layout } = await show({ wide: false });
    for (const close of [
      () => userEvent.click(screen.getByRole('button', { name: 'Close bar' })),
      () => userEvent.keyboard('{Escape}'),
    ]) {
      await userEvent.click(screen.getByRole('button', { name: 'Show chats' }));
      expect(screen.getByRole('main').hasAttribute('inert')).toBe(true);
      expect(bar('left').contains(document.activeElement)).toBe(true);
      expect(screen.queryByRole('link', { name: 'Skip to content' })).toBeNull();
      const reported = new Promise<boolean>((resolve) => {
        window.addEventListener('keydown', (event) => resolve(event.defaultPrevented), { once: true });
        window.addEventListener('click', () => resolve(true), { once: true });
      });
      await close();
      // An Escape that closed a bar does not stop a reply as well.
      expect(await reported).toBe(true);
      expect(layout.bars$.value).toEqual({ left: false, right: false });
      expect(screen.getByRole('main').hasAttribute('inert')).toBe(false);
    }
  });

  test('an open bar stays where Escape cancels what an input method offers', async () => {
    const { layout } = await show({ wide: false });
    await userEvent.click(screen.getByRole('button', { name: 'Show chats' }));
    fireEvent.keyDown(bar('left'), { key: 'Escape', keyCode: 229 });
    expect(layout.bars$.value.left).toBe(true);
  });

  test('a dialog over an open bar handles Escape before the bar does', async () => {
    const { layout, modals } = await show({ wide: false });
    await userEvent.click(screen.getByRole('button', { name: 'Show chats' }));
    void modals.confirm({ title: 'Delete chats', message: 'Both?' });
    await waitFor(() => expect(modals.stack$.value).toHaveLength(1));
    await userEvent.keyboard('{Escape}');
    expect(layout.bars$.value.left).toBe(true);
    modals.stack$.value.forEach(({ key }) => modals.close(key));
    await waitFor(() => expect(modals.stack$.value).toEqual([]));
    await userEvent.keyboard('{Escape}');
    expect(layout.bars$.value.left).toBe(false);
  });

  const swipe = (on: Element, from: number, to: number) => {
    fireEvent.touchStart(on, { touches: [{ clientX: from, clientY: 300 }] });
    fireEvent.touchMove(on, { touches: [{ clientX: to, clientY: 305 }] });
    const hidden = [bar('left'), bar('right')].map((one) => one.style.getPropertyValue('--hidden'));
    fireEvent.touchEnd(on, { changedTouches: [{ clientX: to, clientY: 305 }] });
    return hidden;
  };

  test('a swipe draws a bar in under the finger, and opens it if it was over 50 px', async () => {
    const { layout, screenOf } = await show({ wide: false });
    expect(swipe(screenOf, 20, 60)).toEqual(['235px', '']);
    expect(layout.bars$.value.left).toBe(false);
    expect(swipe(screenOf, 20, 400)).toEqual(['0px', '']);
    expect(layout.bars$.value).toEqual({ left: true, right: false });
    expect(swipe(screenOf, 200, 140)).toEqual(['60px', '']);
    expect(layout.bars$.value).toEqual({ left: false, right: false });
    expect(swipe(screenOf, 380, 300)).toEqual(['', '195px']);
    expect(layout.bars$.value).toEqual({ left: false, right: true });
  });

  test('a finger that drags a slider or the caret of a field moves no bar', async () => {
    const { layout, screenOf } = await show({ wide: false });
    screenOf.insertAdjacentHTML('beforeend', '<input type="range" /><input /><textarea></textarea>');
    for (const part of screenOf.querySelectorAll<HTMLElement>('input, textarea')) {
      part.focus();
      expect(swipe(part, 20, 200)).toEqual(['', '']);
      expect(layout.bars$.value).toEqual({ left: false, right: false });
    }
    // The thumb is dragged before the slider has the focus.
    screenOf.querySelector<HTMLElement>('textarea')?.focus();
    swipe(screenOf.querySelector('[type=range]')!, 20, 200);
    expect(layout.bars$.value).toEqual({ left: false, right: false });
    // Elsewhere on the screen, and on a field that nobody types in, a swipe is a swipe.
    swipe(screenOf.querySelector('input:not([type])')!, 20, 200);
    expect(layout.bars$.value).toEqual({ left: true, right: false });
  });

  test('a swipe on a desktop moves nothing', async () => {
    const { layout, screenOf } = await show();
    swipe(screenOf, 400, 100);
    expect(layout.bars$.value).toEqual({ left: true, right: true });
  });
});

test('bars come behind the chat, the left one after 4 s where the chat does not come', async () => {
  const end = Promise.withResolvers<void>();
  onTestFinished(() => end.resolve());
  const loader = fakeLoader(async ({ name }, expose) => {
    if (expose === './chat-screen') await end.promise;
    return textModule(`${name} ${expose}`);
  });
  const shell = await createTestShell({ remotes, loader });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  shell.show(<MainScreen />);
  await vi.advanceTimersByTimeAsync(3999);
  expect(loader.exposes).toEqual(['mf-chat@1.0.0/chat-screen']);
  await vi.advanceTimersByTimeAsync(1);
  const [chat, ...bars] = ['mf-chat@1.0.0/chat-screen', 'mf-workspace@1.0.0/left-bar', 'mf-workspace@1.0.0/memory-bar'];
  await vi.waitFor(() => expect(loader.exposes).toEqual([chat, bars[0]]), { interval: 10 });
  await vi.waitFor(() => expect(loader.exposes).toEqual([chat, ...bars]), { interval: 10 });
});

describe('while the page’s own HTML is shown', () => {
  const framed = async (hangs: boolean) => {
    // A module that hangs forever would be reported seconds later, during another test.
    const end = Promise.withResolvers<void>();
    onTestFinished(() => end.resolve());
    const loader = fakeLoader(({ name }, expose) => {
      const hanging = hangs ? './chat-screen' : './left-bar';
      return { ...textModule(`${name} ${expose}`), ...(expose === hanging ? { mount: () => end.promise } : {}) };
    });
    const shell = await createTestShell({ remotes, loader });
    const settled = vi.fn<() => void>();
    const cover = vi.fn<(part: string, element: HTMLElement) => () => void>((part, element) => {
      element.textContent = `painted ${part}`;
      return () => {};
    });
    const slow$ = new BehaviorSubject(false);
    Object.assign(shell.parts, { frame: { framed$: new BehaviorSubject(true), slow$, settle: settled, cover } });
    shell.show(
      <ShellFrame>
        <MainScreen />
      </ShellFrame>,
    );
    await settle();
    return { settled, slow$ };
  };

  test('it stays until the chat is shown', async () => {
    const { settled } = await framed(true);
    expect(settled).not.toHaveBeenCalled();
    expect((await framed(false)).settled).toHaveBeenCalledOnce();
  });

  test('it says that it is still loading if it stays for long, and not in the part that is inert', async () => {
    const { slow$ } = await framed(false);
    const reachable = screen.getAllByRole('status').filter((note) => !note.closest('[inert]'));
    expect(reachable.map(({ textContent }) => textContent)).toEqual(['']);
    slow$.next(true);
    await settle();
    expect(reachable.map(({ textContent }) => textContent)).toEqual(['Still loading…']);
  });

  test('a bar that is still loading shows the skeleton of the page', async () => {
    await framed(false);
    expect(bar('left').textContent).toContain('painted mf-workspace ./left-bar');
  });
});

describe('a slot whose remote is disabled', () => {
  test('is empty in place of a bar, and the rest of the screen is unchanged', async () => {
    const { layout, screenOf } = await show({
      wide: false,
      there: remotes.slice(0, 1),
      disabled: { 'slot shell.left': '' },
    });
    expect(screen.getByRole('main').textContent).toContain('mf-chat ./chat-screen');
    expect([bar('left'), screen.queryByRole('button', { name: 'Show chats' })]).toEqual([null, null]);
    // A bar that was opened before it was disabled, or by a swipe, must not leave an empty screen.
    layout.setBar('left', true);
    await settle();
    expect(screenOf.querySelector('main')?.hasAttribute('inert')).toBe(false);
  });

  test('shows what its contract says, or in the centre what the shell says', async () => {
    const disabled = { 'slot shell.main': '', 'slot shell.left': 'The list of chats is away.', 'slot shell.right': '' };
    await show({ there: [], disabled });
    expect(screen.getByRole('main').textContent).toBe(
      'This part of Atrium is turned off for now. Please try again later.',
    );
    expect(screen.getByRole('complementary', { name: 'Chats' }).textContent).toBe('The list of chats is away.');
    expect(bar('right')).toBeNull();
  });
});
