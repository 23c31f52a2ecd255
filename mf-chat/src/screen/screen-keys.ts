import * as events from '#contracts/events';
import { isComposing } from '@atrium/shared-kernel/remote';
import type { RefObject } from 'react';
import { emptyDraft, mergeDrafts } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import { isWaiting } from '../thread/thread.ts';
import { createFirstQuestion } from '../welcome/first-question.ts';
import type { useChat } from './use-chat.ts';

interface Ports {
  readonly chat: Pick<ReturnType<typeof useChat>, 'composer' | 'drafts' | 'thread'>;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  /** A new chat is on the screen. */
  readonly plain: boolean;
  readonly remote: Pick<ChatRemote, 'bus' | 'layout' | 'storage'>;
  /** Stops listening. */
  readonly signal: AbortSignal;
}

/** On touch devices a focus would open the on-screen keyboard. */
const hasFinePointer = () => globalThis.matchMedia?.('(pointer: fine)').matches ?? false;

/** Whether nothing has the focus yet, or only an element around the field. */
const isFree = (field: HTMLElement) => field.ownerDocument.activeElement?.contains(field) ?? true;

/** Focuses the composer on a fresh page of a desktop, and after New Chat. */
const focusFresh = ({ input, remote: { bus }, signal }: Ports): void => {
  const focus = () => input.current?.focus({ preventScroll: true });
  if (hasFinePointer() && input.current && isFree(input.current)) focus();
  const subscription = bus.on(events.workspace.newChatRequested).subscribe(() => hasFinePointer() && focus());
  signal.addEventListener('abort', () => subscription.unsubscribe());
};

/** Puts what a visitor asked before signing up into the composer, above what is written there already. */
const adoptFirstQuestion = ({ chat: { drafts }, remote: { storage } }: Ports): void => {
  const text = createFirstQuestion(storage.local).consume();
  const { value: now } = drafts.draft$;
  if (text !== '') drafts.change(mergeDrafts({ ...emptyDraft, modes: now.modes, text }, now));
};

const typedInto = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])';
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(typedInto) !== null);

/** What closes with Escape and lies above or next to the chat. */
const above = 'dialog[open], [role="menu"], [role="dialog"], [role="tooltip"]';

/**
 * `/` focuses the composer from anywhere on the main screen, even from a bar that covers it. Escape stops a reply only
 * if nothing that is open closes first, and not while the user types elsewhere.
 */
const listenToKeys = ({ chat: { composer, thread }, input, remote: { layout }, signal }: Ports): void => {
  /** Whether something was open when Escape was pressed, before any handler has closed it. */
  let covered = false;

  const focusComposer = (event: KeyboardEvent): void => {
    const field = input.current;
    if (!field || isTyping(event.target) || document.querySelector('dialog[open], [role="menu"]')) return;
    event.preventDefault();
    if (!layout.desktop$.value)
      for (const side of ['left', 'right'] as const) if (layout.bars$.value[side]) layout.setBar(side, false);
    // Elements behind a bar cannot be focused until the bar has closed.
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
    if (event.defaultPrevented || event.repeat || isComposing(event) || altKey || ctrlKey || metaKey) return;
    if (key === '/') focusComposer(event);
    if (key === 'Escape') escape(event);
  };
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape') return;
    covered = input.current?.closest('[inert]') !== null || document.querySelector(above) !== null;
  };
  globalThis.addEventListener('keydown', onKey, { capture: true, signal });
  globalThis.addEventListener('keydown', listen, { signal });
};

/** Sets up all that leads to the composer of the chat on the screen, until `signal` is aborted. */
export const start = (ports: Ports): void => {
  if (ports.signal.aborted) return;
  focusFresh(ports);
  listenToKeys(ports);
  // The question belongs into a new chat: it waits for the next one.
  if (ports.plain) adoptFirstQuestion(ports);
};
