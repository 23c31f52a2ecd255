import { isId } from '@atrium/shared-kernel/contracts/id';
import { distinctUntilChanged, map } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { isFrom, type Source } from './thread.ts';
import type { Threads } from './threads.ts';

const sourceIn = (search: string): Source => {
  const query = new URLSearchParams(search);
  const chatId = query.get('chat');
  if (isId(chatId)) return { chatId };
  // On other pages the same parameter has another meaning.
  const shareId = query.get('id');
  if (shareId) return { shareId };
  return query.get('function') === 'agentCreator' ? { fn: 'agentCreator' } : {};
};

/** Shows the thread that the address names; answers what puts an empty one there. */
export const followAddress = (
  { navigation, scope }: ChatRemote,
  threads: Threads,
  load: (key: string) => void,
): (() => void) => {
  const open = (source: Source) => {
    const current = threads.current$.value;
    const { chatId, shareId } = source;
    const isNew = chatId === undefined && shareId === undefined;
    // One that was to be temporary gives way to another new chat: that one is like any.
    const blank =
      current.chatId === undefined &&
      current.shareId === undefined &&
      !current.temporary &&
      current.messages.length === 0;
    if (isNew ? blank && current.fn === source.fn : isFrom(current, source)) return;
    const { key, fresh } = threads.show(source);
    if (fresh && !isNew) load(key);
  };

  const reset = () => {
    open({});
    // Whoever asked for a new chat may go there by itself: two entries of the history would break the way back.
    queueMicrotask(() => {
      const { chatId, shareId, fn } = threads.current$.value;
      const left = { ...sourceIn(navigation.location$.value.search) };
      const isLeft = (chatId ?? shareId ?? fn) === undefined && (left.chatId ?? left.shareId ?? left.fn) !== undefined;
      if (isLeft && !scope.signal.aborted) navigation.setQuery({ chat: undefined, id: undefined, function: undefined });
    });
  };

  navigation.location$
    .pipe(
      map(({ pathname, search }): Source => (pathname === '/' ? sourceIn(search) : threads.current$.value)),
      distinctUntilChanged((one, two) => one.chatId === two.chatId && one.shareId === two.shareId && one.fn === two.fn),
      scope.until(),
    )
    .subscribe(open);
  return reset;
};
