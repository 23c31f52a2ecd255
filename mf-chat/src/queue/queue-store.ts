import { type Draft, parseDraft, storedDraft } from '../draft/draft.ts';
import { onPageEnd } from '../draft/page-end.ts';
import type { ChatRemote } from '../remote.ts';

const listIn = (stored: string | undefined): Draft[] => {
  if (stored === undefined) return [];
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string').map(parseDraft) : [];
  } catch {
    return [];
  }
};

/**
 * Queues by key, also in session storage. Those of secure and temporary chats stay in memory. What is being sent is stored
 * before the rest when the page may end.
 */
export const createQueueStore = ({ storage: { session }, scope }: Pick<ChatRemote, 'storage' | 'scope'>) => {
  const queues = new Map<string, readonly Draft[]>();
  /** Keys of queues that stay in memory, even once another chat is on the screen. */
  const memoryOnly = new Set<string>();
  const get = (key: string) => queues.get(key) ?? listIn(session.get(key));
  const heldKey = (key: string) => `held ${key}`;
  const hold = (key: string, held: boolean) => {
    if (held) session.set(heldKey(key), 'true');
    else session.remove(heldKey(key));
  };
  /** The draft that is being sent, by the key of its queue. */
  const sending = new Map<string, readonly [Draft]>();
  let ending = false;
  const save = (key: string) => {
    const drafts = [...(ending ? (sending.get(key) ?? []) : []), ...get(key)];
    if (drafts.length === 0 || memoryOnly.has(key) || drafts.some(({ modes }) => modes.secure)) session.remove(key);
    else session.set(key, JSON.stringify(drafts.map((draft) => storedDraft(draft) ?? '')));
  };
  const set = (key: string, drafts: readonly Draft[], inMemory: boolean) => {
    queues.set(key, drafts);
    if (drafts.length === 0) hold(key, false);
    if (inMemory) memoryOnly.add(key);
    save(key);
  };
  onPageEnd(scope, (now) => {
    ending = now;
    for (const key of sending.keys()) save(key);
  });
  return {
    /** Whether there was such a queue in this model, not only in the storage. */
    has: (key: string) => queues.has(key),
    get,
    set,
    /** Whether the queue waits until the person sends what returned to the composer. */
    isHeld: (key: string) => session.get(heldKey(key)) !== undefined,
    hold,
    sending,
    /** Ends a send: what was sent is not stored any more. */
    settle(key: string) {
      sending.delete(key);
      save(key);
    },
    /** Puts what waits under `from` in this model before what waits under `to`. */
    move(from: string, to: string, inMemory: boolean) {
      const moved = queues.get(from) ?? [];
      if (from === to || moved.length === 0) return;
      set(from, [], false);
      set(to, [...moved, ...get(to)], inMemory);
    },
  };
};
