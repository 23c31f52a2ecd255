import { type RefObject, useEffect } from 'react';
import { useHost } from '../remote.ts';
import type { useChat } from './use-chat.ts';

/** Milliseconds for which the network is left to what the first screen still needs. */
export const keysDelay = 250;

/** Sets up what leads to the composer after the first screen is shown, so that the screen does not wait for it. */
export const useComposerKeys = (
  chat: ReturnType<typeof useChat>,
  input: RefObject<HTMLTextAreaElement | null>,
  premium: boolean,
  plain: boolean,
): void => {
  const remote = useHost();
  useEffect(() => {
    if (!premium) return undefined;
    const aborter = new AbortController();
    const { signal } = aborter;
    const timer = setTimeout(() => {
      // If it does not load now, the next new chat tries again.
      import('./screen-keys.ts').then(
        ({ start }) => start({ chat, input, plain, remote, signal }),
        () => undefined,
      );
    }, keysDelay);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [chat, input, plain, premium, remote]);
};
