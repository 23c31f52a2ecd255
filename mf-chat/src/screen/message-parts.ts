import { lazyPart } from '@atrium/shared-kernel/remote';
import { useEffect } from 'react';
import { preloadMarkdown } from '../markdown/lazy-block.tsx';
import { useHost } from '../remote.ts';
import type { Thread } from '../thread/thread.ts';

/** Messages are nothing that a new chat shows: their parts come with the first of them, or as one is being written. */
export const loadMessages = () => {
  // Beside them, not after them.
  preloadMarkdown();
  return import('./live-messages.tsx');
};
export const LiveMessages = lazyPart(async () => ({ default: (await loadMessages()).LiveMessages }));
export const QueuedMessages = lazyPart(async () => ({ default: (await loadMessages()).QueuedMessages }));
export const ThreadHead = lazyPart(async () => ({ default: (await loadMessages()).ThreadHead }));
export const ContinueNote = lazyPart(async () => ({ default: (await loadMessages()).ContinueNote }));

/** Fetches the parts that draw messages, before they are needed. */
export const useMessageParts = (load: Thread['load']) => {
  const { outbox$ } = useHost();
  useEffect(() => {
    // While the messages are on their way.
    if (load === 'loading') void loadMessages();
  }, [load]);
  useEffect(() => {
    // What waits for the network shows with messages: their parts have to come before that goes.
    const able = outbox$?.subscribe((outbox) => outbox && void loadMessages());
    return () => able?.unsubscribe();
  }, [outbox$]);
};
