import { type RefObject, useEffect } from 'react';
import { useHost } from '../remote.ts';
import type { useChat } from './use-chat.ts';

/** Milliseconds that the line has for what the first screen still waits for. */
export const behindFirstScreen = 250;

/** What leads to the composer, once the first screen is there: it is no part of what that waits for. */
export const useComposerKeys = (
  chat: ReturnType<typeof useChat>,
  input: RefObject<HTMLTextAreaElement | null>,
  premium: boolean,
  plain: boolean,
): void => {
  const remote = useHost();
  useEffect(() => {
    if (!premium) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const timer = setTimeout(() => {
      // What does not load now is asked for with the next new chat.
      import('./screen-keys.ts').then(
        ({ begin }) => begin({ chat, input, plain, remote, signal }),
        () => undefined,
      );
    }, behindFirstScreen);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [chat, input, plain, premium, remote]);
};
