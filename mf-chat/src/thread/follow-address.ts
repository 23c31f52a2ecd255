import { isId } from '@atrium/shared-kernel/contracts/id';
import { distinctUntilChanged, map } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { isFrom, type Source } from './thread.ts';
import type { Threads } from './threads.ts';

const sourceIn = (search: string): Source => {
  const query = new URLSearchParams(search);
  const chatId = query.get('chat');
  if (isId(chatId)) return { chatId };
  // The same parameter means something else on other pages.
  const shareId = query.get('id');
  if (shareId) return { shareId };
  return query.get('function') === 'agentCreator' ? { fn: 'agentCreator' } : {};
};

/**
 * Shows the thread that the URL names. Returns a function that shows an empty one instead. `hasWaiting`: whether
 * messages of the thread on the screen wait for the network.
 */
export const followAddress = (
  { navigation, scope }: ChatRemote,
  threads: Threads,
  load: (key: string) => void,
  hasWaiting: () => boolean,
): (() => void) => {
  const open = (source: Source) => {
    const current = threads.current$.value;
    const { chatId, shareId } = source;
    const isNew = chatId === undefined && shareId === undefined;
    // A new chat that was to be temporary is replaced by a regular one.
    const blank =
      current.chatId === undefined &&
      current.shareId === undefined &&
      !current.temporary &&
      current.messages.length === 0 &&
      !hasWaiting();
    if (isNew ? blank && current.fn === source.fn : isFrom(current, source)) return;
    const { key, fresh } = threads.show(source);
    if (fresh && !isNew) load(key);
  };

  const reset = () => {
    open({});
    // The caller may navigate to the new chat itself. Two history entries would break the Back button.
    queueMicrotask(() => {
      const { chatId, shareId, fn } = threads.current$.value;
      const remaining = { ...sourceIn(navigation.location$.value.search) };
      const remains =
        (chatId ?? shareId ?? fn) === undefined &&
        (remaining.chatId ?? remaining.shareId ?? remaining.fn) !== undefined;
      if (remains && !scope.signal.aborted)
        navigation.setQuery({ chat: undefined, id: undefined, function: undefined });
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
