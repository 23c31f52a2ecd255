import { createRepeatedRead } from '@atrium/shared-kernel/changes/repeated-read';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { filter, interval, merge, startWith } from 'rxjs';
import type { ChatRemote } from '../remote.ts';

/** Milliseconds between two checks of replies in other tabs, for a page that gets no events about changes. */
const pollInterval = 30_000;

/**
 * Emits which chats wait for a reply, in whatever tab or device it was requested. The service knows all replies, also
 * those whose tab is gone. `running$` knows this tab's own before the service reports them.
 */
export const emitRunningReplies = (
  { bus, client, scope }: Pick<ChatRemote, 'bus' | 'client' | 'scope'>,
  running$: Behavior<readonly string[]>,
): void => {
  let own: readonly string[] = [];
  let known: ReadonlySet<string> = new Set();
  // A replayed event may be from a screen that is gone, so the first value is always emitted.
  let emitted: string | undefined;
  const emit = () => {
    const chatIds = [...new Set([...known, ...own])].toSorted();
    if (chatIds.join() === emitted) return;
    emitted = chatIds.join();
    bus.emit(events.chat.repliesChanged, { chatIds });
  };
  const read = createRepeatedRead(async () => {
    const { chats } = await client.call(calls.chat.listChats, { only: 'replying' }, { signal: scope.signal });
    known = new Set(chats.map(({ _id }) => _id));
    emit();
  }, scope.signal);

  running$.pipe(scope.until()).subscribe((chatIds) => {
    // A reply that ended here is over, whatever the service said before.
    known = new Set([...known].filter((id) => chatIds.includes(id) || !own.includes(id)));
    own = chatIds;
    emit();
  });
  const polls$ = interval(pollInterval).pipe(filter(() => known.size > 0));
  merge(bus.on(events.shell.messagesChanged), polls$).pipe(startWith(undefined), scope.until()).subscribe(read);
};
