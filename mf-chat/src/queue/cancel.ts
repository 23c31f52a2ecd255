import type { Scope } from '@atrium/shared-kernel/remote';
import type { Draft } from '../draft/draft.ts';

/** Queues by their keys. */
interface Queues {
  readonly get: (key: string) => readonly Draft[];
  readonly put: (key: string, drafts: readonly Draft[]) => void;
}

interface Canceled {
  readonly key: string;
  readonly sendId: string;
}

/**
 * Creates the function that removes a canceled message from its queue. It does so in all tabs, because a duplicate of a
 * tab has the same queue and would send the message.
 */
export const createCancel = (scope: Scope, { get, put }: Queues): ((canceled: Canceled) => void) => {
  const remove = ({ key, sendId }: Canceled) => {
    const drafts = get(key);
    const remaining = drafts.filter((draft) => draft.sendId !== sendId);
    if (remaining.length < drafts.length) put(key, remaining);
  };
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('atrium.chat.queue') : undefined;
  channel?.addEventListener('message', ({ data }: MessageEvent<Canceled>) => remove(data));
  scope.add(() => channel?.close());
  return (canceled) => {
    remove(canceled);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel?.postMessage(canceled);
  };
};
