import { lazyPart } from '@atrium/shared-kernel/remote';
import { preloadMarkdown } from '../markdown/lazy-block.tsx';

/** Messages are nothing that a new chat shows: their parts come with the first of them, or as one is being written. */
export const loadMessages = () => {
  // Beside them, not after them.
  preloadMarkdown();
  return import('./live-messages.tsx');
};
export const LiveMessages = lazyPart(async () => ({ default: (await loadMessages()).LiveMessages }));
/** Without the renderer of answers: it is there before the network goes, also where a chat has no answer yet. */
export const QueuedMessages = lazyPart(async () => ({
  default: (await import('../queue/queued-messages.tsx')).QueuedMessages,
}));
export const ThreadHead = lazyPart(async () => ({ default: (await loadMessages()).ThreadHead }));
export const ContinueNote = lazyPart(async () => ({ default: (await loadMessages()).ContinueNote }));
