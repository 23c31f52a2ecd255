import * as events from '#contracts/events';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chatId, messageId, numbered } from '../testing/replies.ts';
import { input, renderChat, sendPrompt } from '../testing/screen.tsx';
import { keysDelay } from './use-composer-keys.ts';

let fine = true;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fine = true;
  vi.stubGlobal('matchMedia', () => ({ matches: fine }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** The keys are in a separate chunk, which loads a moment after the first screen, and after a new chat. */
const keysCome = () =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(keysDelay);
    await vi.dynamicImportSettled();
  });
const start = async (options: Parameters<typeof renderChat>[0] = {}) => {
  const rendered = renderChat(options);
  await keysCome();
  return rendered;
};
/** Whether the key had an effect. */
const press = (key: string, target: Element = document.body, more: KeyboardEventInit = {}) =>
  act(() => !fireEvent.keyDown(target, { key, ...more }));
/** Another element on the page, which has the focus. */
const beside = (html: string): HTMLElement => {
  document.body.insertAdjacentHTML('beforeend', html);
  const element = document.body.lastElementChild as HTMLElement;
  element.focus();
  return element;
};
const stops = ({ host }: ReturnType<typeof renderChat>) =>
  host.service.requests.filter(({ call }) => call === 'chat.stopReply').length;

describe('the composer has the focus', () => {
  test('on a fresh page of a desktop', async () => {
    await start();
    expect(document.activeElement).toBe(input());
  });

  test('not where a finger would have to call a keyboard', async () => {
    fine = false;
    await start();
    expect(document.activeElement).toBe(document.body);
  });

  test('not where something else has it already', async () => {
    const button = beside('<button>Else</button>');
    await start();
    expect(document.activeElement).toBe(button);
  });

  test('after New Chat', async () => {
    const { host } = await start();
    beside('<button>New Chat</button>');
    act(() => host.bus.emit(events.workspace.newChatRequested, {}));
    expect(document.activeElement).toBe(input());
  });
});

describe('the slash', () => {
  test('focuses the composer from elsewhere, and inserts no character', async () => {
    await start();
    const button = beside('<button>Else</button>');
    expect(await press('/', button)).toBe(true);
    expect(document.activeElement).toBe(input());
    expect(input().value).toBe('');
  });

  test.each([
    ['is a letter where one types', '<input aria-label="Title">', {}],
    ['with Ctrl is the browser’s', '<button>Else</button>', { ctrlKey: true }],
  ])('%s', async (_name, html, more) => {
    await start();
    const other = beside(html);
    expect(await press('/', other, more)).toBe(false);
    expect(document.activeElement).toBe(other);
  });

  test('stays with a dialog that is open', async () => {
    await start();
    const dialog = beside('<dialog open tabindex="-1"></dialog>');
    expect(await press('/', dialog)).toBe(false);
  });

  test('closes a bar that covers the chat', async () => {
    const { host } = await start();
    act(() => host.layout.desktop$.next(false));
    beside('<button>Else</button>');
    await press('/');
    expect(host.layout.bars$.value).toEqual({ left: false, right: false });
    await waitFor(() => expect(document.activeElement).toBe(input()));
  });

  test('does nothing once the screen is gone', async () => {
    const rendered = await start();
    rendered.end();
    expect(await press('/')).toBe(false);
  });
});

describe('Escape', () => {
  const streaming = async () => {
    const rendered = await start();
    await sendPrompt('Why?');
    rendered.reply.push(...numbered({ type: 'chatId', chatId }, { type: 'id', id: messageId }));
    await keysCome();
    return rendered;
  };

  test('stops the reply where nothing else is open', async () => {
    const rendered = await streaming();
    expect(await press('Escape', input())).toBe(true);
    await waitFor(() => expect(stops(rendered)).toBe(1));
  });

  test.each(['<dialog open></dialog>', '<div role="menu"></div>', '<span role="tooltip"></span>'])(
    'closes %s first',
    async (html) => {
      const rendered = await streaming();
      const above = beside(html);
      // Another handler removes it before the key reaches the one that stops replies, without preventing the default.
      document.addEventListener('keydown', () => above.remove(), { once: true });
      expect(await press('Escape')).toBe(false);
      expect(stops(rendered)).toBe(0);
      expect(await press('Escape')).toBe(true);
      await waitFor(() => expect(stops(rendered)).toBe(1));
    },
  );

  test('closes what has registered for it, and ignores keys typed elsewhere', async () => {
    const rendered = await streaming();
    document.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    await press('Escape');
    expect(await press('Escape', beside('<input aria-label="Title">'))).toBe(false);
    expect(stops(rendered)).toBe(0);
  });

  test('of an input method stops nothing', async () => {
    const rendered = await streaming();
    expect(await press('Escape', input(), { keyCode: 229 })).toBe(false);
    expect(stops(rendered)).toBe(0);
  });

  test('does nothing where no reply runs', async () => {
    await start();
    expect(await press('Escape', input())).toBe(false);
  });
});
