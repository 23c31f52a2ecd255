import { BehaviorSubject, distinctUntilChanged } from 'rxjs';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import type { LiveMessage } from '../reply/reply.ts';
import type { Thread } from './thread.ts';

/** Of a reply that arrives nothing but its words, thoughts and the like differ. */
const onlyGrown = (a: LiveMessage, b: LiveMessage | undefined): boolean =>
  a === b ||
  (b !== undefined &&
    a.streaming &&
    b.streaming &&
    a.key === b.key &&
    a._id === b._id &&
    a.pending === b.pending &&
    a.context === b.context);

/** Of all fields that either has: some come later than others, or go. */
const sameFrame = (a: Thread, b: Thread): boolean =>
  Object.keys({ ...a, ...b }).every((name) => name === 'messages' || Reflect.get(a, name) === Reflect.get(b, name)) &&
  a.messages.length === b.messages.length &&
  a.messages.every((one, at) => onlyGrown(one, b.messages[at]));

/** The thread, without the growing of a reply: what stands around the messages is not rendered again with each word. */
export const viewStateOf = (thread$: Behavior<Thread>, scope: Scope): Behavior<Thread> => {
  const frame$ = new BehaviorSubject(thread$.value);
  thread$.pipe(distinctUntilChanged(sameFrame), scope.until()).subscribe((thread) => frame$.next(thread));
  return frame$;
};
