import { lazyPart } from '@atrium/shared-kernel/remote';
import { type ComponentType, createElement, useEffect, useState } from 'react';
import { preloadMarkdown } from '../markdown/lazy-block.tsx';
import type * as Parts from './live-messages.tsx';

/** The parts, once they have loaded. What is shown from then on does not wait for them, and shows no skeleton first. */
let loadedParts: typeof Parts | undefined;

const loadMessages = async () => {
  // Loads in parallel, not after them.
  preloadMarkdown();
  loadedParts = await import('./live-messages.tsx');
  return loadedParts;
};

/** If loading fails, the component that needs the code tries again. */
export const preloadMessages = (): void => {
  loadMessages().catch(() => undefined);
};

/** Milliseconds after which the screen has time for work that nobody waits for. */
const settleTime = 1000;

/**
 * A new chat shows no messages, so their code is loaded while messages are being fetched, and for users who can chat
 * once the screen has settled. Then the first chat that they open does not wait for it. Returns whether the code was
 * loaded that way.
 */
export const usePreload = (fetching: boolean, canChat: boolean): boolean => {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (fetching) preloadMessages();
    if (fetching || !canChat) return undefined;
    const timer = setTimeout(() => {
      loadMessages().then(
        () => setReady(true),
        () => undefined,
      );
    }, settleTime);
    return () => clearTimeout(timer);
  }, [fetching, canChat]);
  // The user may have lost their plan in the meantime.
  return ready && canChat;
};

const partOf = <Props extends object>(pick: (parts: typeof Parts) => ComponentType<Props>): ComponentType<Props> => {
  const LazyPart = lazyPart(async () => ({ default: pick(await loadMessages()) }));
  return (props) => {
    // A part keeps the component that it started with, because another one would start from scratch.
    const [Part] = useState(() => (loadedParts ? pick(loadedParts) : LazyPart));
    return createElement(Part, props);
  };
};

export const LiveMessages = partOf((parts) => parts.LiveMessages);
export const ThreadHead = partOf((parts) => parts.ThreadHead);
export const ContextGauge = partOf((parts) => parts.ContextGauge);
export const TemporarySwitch = partOf((parts) => parts.TemporarySwitch);
export const ChatNote = partOf((parts) => parts.ChatNote);
/**
 * Loads without the renderer of answers, so that it is there before the network is lost, even in a chat without an
 * answer.
 */
export const QueuedMessages = lazyPart(async () => ({
  default: (await import('../queue/queued-messages.tsx')).QueuedMessages,
}));
