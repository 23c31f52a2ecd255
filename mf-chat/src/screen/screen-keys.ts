import * as events from '#contracts/events';
import type { RefObject } from 'react';
import { emptyDraft, joined } from '../draft/draft.ts';
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
  /** Ends the listening. */
  readonly signal: AbortSignal;
}

/** A finger that has to call a keyboard first is not met by one. */
const types = () => globalThis.matchMedia?.('(pointer: fine)').matches ?? false;

/** Whether nothing has the focus yet, or no more than the page around the field. */
const isFree = (field: HTMLElement) => field.ownerDocument.activeElement?.contains(field) ?? true;

/** The composer has the focus on a fresh page of a desktop, and after New Chat. */
const focusFresh = ({ input, remote: { bus }, signal }: Ports): void => {
  const focus = () => input.current?.focus({ preventScroll: true });
  if (types() && input.current && isFree(input.current)) focus();
  const asked = bus.on(events.workspace.newChatRequested).subscribe(() => types() && focus());
  signal.addEventListener('abort', () => asked.unsubscribe());
};

/** What a visitor asked before there was an account stands in the composer, above what is written there already. */
const adoptFirstQuestion = ({ chat: { drafts }, remote: { storage } }: Ports): void => {
  const text = createFirstQuestion(storage.local).take();
  const { value: now } = drafts.draft$;
  if (text !== '') drafts.change(joined({ ...emptyDraft, modes: now.modes, text }, now));
};

const typedInto = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])';
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(typedInto) !== null);

/** What closes with Escape and lies above the chat, or beside it. */
const above = 'dialog[open], [role="menu"], [role="dialog"], [role="tooltip"]';

/**
 * `/` leads to the composer from anywhere on the main screen, out of a bar that lies over it, too. Escape stops a reply
 * last: what is open closes first, and what somebody types elsewhere is theirs.
 */
const listenToKeys = ({ chat: { composer, thread }, input, remote: { layout }, signal }: Ports): void => {
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
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape') return;
    covered = input.current?.closest('[inert]') !== null || document.querySelector(above) !== null;
  };
  globalThis.addEventListener('keydown', onKey, { capture: true, signal });
  globalThis.addEventListener('keydown', listen, { signal });
};

/** Everything that leads to the composer of the chat on the screen, until `signal` ends it. */
export const begin = (ports: Ports): void => {
  if (ports.signal.aborted) return;
  focusFresh(ports);
  listenToKeys(ports);
  // Another chat is no place for it: it waits for the next new one.
  if (ports.plain) adoptFirstQuestion(ports);
};
