import { distinctUntilChanged, filter, map, take } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import type { Threads } from './threads.ts';

const name = 'temporary';

/**
 * A new chat that is to be temporary is so again once its tab was loaded again, for the same person. Nothing is stored of
 * it but that, and only until it has begun or was left.
 */
export const stayTemporary = (
  { session: { user$ }, storage, scope }: Pick<ChatRemote, 'session' | 'storage' | 'scope'>,
  { current$, change }: Pick<Threads, 'current$' | 'change'>,
): void => {
  user$.pipe(filter(Boolean), take(1), scope.until()).subscribe(({ _id }) => {
    const { key, chatId, shareId, fn, messages } = current$.value;
    const isNew = (chatId ?? shareId ?? fn) === undefined && messages.length === 0;
    if (isNew && storage.session.get(name) === _id) change(key, (thread) => ({ ...thread, temporary: true }));
    const begins$ = current$.pipe(map((thread) => thread.temporary && thread.chatId === undefined));
    begins$.pipe(distinctUntilChanged(), scope.until()).subscribe((begins) => {
      if (begins) storage.session.set(name, user$.value?._id ?? '');
      else storage.session.remove(name);
    });
  });
};
