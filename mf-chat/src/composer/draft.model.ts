import type { Behavior } from '@atrium/shared-kernel/remote';
import * as events from '@atrium/shared-kernel/contracts/events';
import { BehaviorSubject, combineLatest, distinctUntilChanged, map } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { isStreaming, type Thread } from '../thread/thread.ts';

export interface DraftModel {
  readonly draft$: Behavior<string>;
  readonly write: (text: string) => void;
  /** Puts a text that was not taken back, unless something new was typed meanwhile. */
  readonly restore: (text: string) => void;
}

/** What is typed and not sent: it survives a reload, and a live update waits for it. */
export const createDraftModel = (
  { storage, bus, scope }: Pick<ChatRemote, 'storage' | 'bus' | 'scope'>,
  thread$: Behavior<Thread>,
): DraftModel => {
  const draft$ = new BehaviorSubject(storage.session.get('draft') ?? '');
  const write = (text: string) => {
    if (text === '') storage.session.remove('draft');
    else storage.session.set('draft', text);
    draft$.next(text);
  };
  combineLatest([thread$, draft$])
    .pipe(
      map(([thread, draft]) => ({ streaming: isStreaming(thread), draft: draft.trim() !== '' })),
      distinctUntilChanged((one, two) => one.streaming === two.streaming && one.draft === two.draft),
      scope.until(),
    )
    .subscribe((busy) => bus.emit(events.chat.busyChanged, busy));
  return {
    draft$,
    write,
    restore(text) {
      if (draft$.value.trim() === '') write(text);
    },
  };
};
