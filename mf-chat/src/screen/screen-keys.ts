import type { Layout } from '@atrium/shared-kernel/remote';
import type { RefObject } from 'react';
import { isWaiting } from '../thread/thread.ts';
import type { useChat } from './use-chat.ts';

interface Ports {
  readonly chat: Pick<ReturnType<typeof useChat>, 'composer' | 'thread'>;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly layout: Pick<Layout, 'bars$' | 'desktop$' | 'setBar'>;
  /** Ends the listening. */
  readonly signal: AbortSignal;
}

const typedInto = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])';
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(typedInto) !== null);

/** What closes with Escape and lies above the chat, or beside it. */
const above = 'dialog[open], [role="menu"], [role="dialog"], [role="tooltip"]';

/**
 * `/` leads to the composer from anywhere on the main screen, out of a bar that lies over it, too. Escape stops a reply
 * last: what is open closes first, and what somebody types elsewhere is theirs.
 */
export const listenToScreenKeys = ({ chat, input, layout, signal }: Ports): void => {
  const { composer, thread } = chat;
  /** Before anybody has closed what was open when Escape was pressed. */
  let covered = false;

  const reach = (event: KeyboardEvent): void => {
    const field = input.current;
    if (!field || isTyping(event.target) || document.querySelector('dialog[open], [role="menu"]')) return;
    event.preventDefault();
    if (!layout.desktop$.value)
      for (const side of ['left', 'right'] as const) if (layout.bars$.value[side]) layout.setBar(side, false);
    // What is behind a bar takes no focus until the bar is gone.
    if (field.closest('[inert]')) setTimeout(() => field.focus());
    else field.focus();
  };
  const escape = (event: KeyboardEvent): void => {
    const elsewhere = event.target !== input.current && isTyping(event.target);
    if (covered || elsewhere) return;
    if (composer.help$.value > 0) composer.closeHelp();
    else if (isWaiting(thread.thread$.value)) thread.stop();
    else return;
    event.preventDefault();
  };
  const listen = (event: KeyboardEvent): void => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (event.defaultPrevented || event.repeat || event.isComposing || altKey || ctrlKey || metaKey) return;
    if (key === '/') reach(event);
    if (key === 'Escape') escape(event);
  };
  const look = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape') return;
    covered = input.current?.closest('[inert]') !== null || document.querySelector(above) !== null;
  };
  globalThis.addEventListener('keydown', look, { capture: true, signal });
  globalThis.addEventListener('keydown', listen, { signal });
};
