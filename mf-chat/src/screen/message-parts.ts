import { lazyPart } from '@atrium/shared-kernel/remote';
import { type ComponentType, createElement, useEffect, useState } from 'react';
import { preloadMarkdown } from '../markdown/lazy-block.tsx';
import type * as Parts from './live-messages.tsx';

/** The parts, once they are there: what is shown from then on does not wait for them, and shows no skeleton first. */
let there: typeof Parts | undefined;

const loadMessages = async () => {
  // Beside them, not after them.
  preloadMarkdown();
  there = await import('./live-messages.tsx');
  return there;
};

/** Code that does not come is asked for again by what shows it. */
export const preloadMessages = (): void => {
  loadMessages().catch(() => undefined);
};

/** Milliseconds after which a screen that has begun has time for what nobody waits for. */
const settled = 1000;

/**
 * Messages are nothing that a new chat shows: their parts come while those of a chat are on their way, and to whoever
 * `chats` once the screen stands. The first chat that is opened does not wait for them then. Answers whether they came so.
 */
export const usePreload = (onTheirWay: boolean, chats: boolean): boolean => {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (onTheirWay) preloadMessages();
    if (onTheirWay || !chats) return undefined;
    const timer = setTimeout(() => {
      loadMessages().then(
        () => setReady(true),
        () => undefined,
      );
    }, settled);
    return () => clearTimeout(timer);
  }, [onTheirWay, chats]);
  // Whoever lost their plan meanwhile chats no more.
  return ready && chats;
};

const partOf = <Props extends object>(pick: (parts: typeof Parts) => ComponentType<Props>): ComponentType<Props> => {
  const Later = lazyPart(async () => ({ default: pick(await loadMessages()) }));
  return (props) => {
    // What it began as, it stays: another component in its place would begin anew.
    const [Part] = useState(() => (there ? pick(there) : Later));
    return createElement(Part, props);
  };
};

export const LiveMessages = partOf((parts) => parts.LiveMessages);
export const ThreadHead = partOf((parts) => parts.ThreadHead);
export const ContextGauge = partOf((parts) => parts.ContextGauge);
export const TemporarySwitch = partOf((parts) => parts.TemporarySwitch);
export const ChatNote = partOf((parts) => parts.ChatNote);
/** Without the renderer of answers: it is there before the network goes, also where a chat has no answer yet. */
export const QueuedMessages = lazyPart(async () => ({
  default: (await import('../queue/queued-messages.tsx')).QueuedMessages,
}));
