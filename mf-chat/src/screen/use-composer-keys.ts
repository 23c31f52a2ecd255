import * as events from '@atrium/shared-kernel/contracts/events';
import { type RefObject, useEffect } from 'react';
import { emptyDraft, joined } from '../draft/draft.ts';
import { useHost } from '../remote.ts';
import type { useChat } from './use-chat.ts';

/** A finger that has to call a keyboard first is not met by one. */
const types = () => globalThis.matchMedia?.('(pointer: fine)').matches ?? false;

/** Whether nothing has the focus yet, or no more than the page around the field. */
const isFree = (field: HTMLElement) => field.ownerDocument.activeElement?.contains(field) ?? true;

/**
 * The composer has the focus on a fresh page of a desktop and after New Chat, and a key leads to it. What a visitor asked
 * before there was an account stands in it.
 */
export const useComposerKeys = (
  chat: ReturnType<typeof useChat>,
  input: RefObject<HTMLTextAreaElement | null>,
  premium: boolean,
  plain: boolean,
): void => {
  const { bus, layout, storage } = useHost();
  useEffect(() => {
    if (!premium) return undefined;
    const focus = () => input.current?.focus({ preventScroll: true });
    if (types() && input.current && isFree(input.current)) focus();
    const asked = bus.on(events.workspace.newChatRequested).subscribe(() => types() && focus());
    const ended = new AbortController();
    import('./screen-keys.ts').then(
      ({ listenToScreenKeys }) => listenToScreenKeys({ chat, input, layout, signal: ended.signal }),
      () => undefined,
    );
    return () => {
      asked.unsubscribe();
      ended.abort();
    };
  }, [bus, chat, input, layout, premium]);

  useEffect(() => {
    if (!premium || !plain || !storage.local.get('firstQuestion')) return undefined;
    let shown = true;
    const adopt = async () => {
      const { createFirstQuestion } = await import('../welcome/first-question.ts');
      // Another chat is no place for it: it waits for the next new one.
      const text = shown ? createFirstQuestion(storage.local).take() : '';
      const { draft$, change } = chat.drafts;
      const { value: now } = draft$;
      if (text !== '') change(joined({ ...emptyDraft, modes: now.modes, text }, now));
    };
    // What did not load now is asked for again with the next new chat.
    adopt().catch(() => undefined);
    return () => {
      shown = false;
    };
  }, [chat, premium, plain, storage]);
};
