import { messageOf } from '@atrium/shared-kernel/client';
import { memoryPoll } from '@atrium/shared-kernel/contracts/constants';
import type { Memory } from '@atrium/shared-kernel/contracts/entities/chat';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import {
  BehaviorSubject,
  catchError,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  type Observable,
  startWith,
  Subject,
  switchMap,
  tap,
  timer,
} from 'rxjs';

export interface MemoriesState {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly memories: readonly Memory[];
  /** What the service says of a fetch that failed; may be empty. */
  readonly failure?: string;
}

export interface MemoriesInputs {
  /** Whose memories; undefined for a visitor, who has none. */
  readonly owner$: Observable<string | undefined>;
  readonly fetchMemories: () => Observable<readonly Memory[]>;
  /** Rejects where the service did not delete it. */
  readonly deleteMemory: (memory: Memory) => Promise<unknown>;
}

export interface MemoriesModel {
  readonly state$: Behavior<MemoriesState>;
  readonly retry: () => void;
  /** Asks again, and shows what is there until the answer. */
  readonly refresh: () => void;
  /** Takes the memory away at once; puts it back and rejects where the call fails. */
  readonly remove: (memory: Memory) => Promise<void>;
  /** One that was removed is there again. */
  readonly restored: (memoryId: string) => void;
}

const nothingYet: MemoriesState = { status: 'loading', memories: [] };

/** The memories, polled every 30 s (B4.44). A poll that fails keeps what is shown; one on its way never brings back a deleted memory. */
export const createMemoriesModel = (scope: Scope, inputs: MemoriesInputs): MemoriesModel => {
  const fetched$ = new BehaviorSubject<MemoriesState>(nothingYet);
  const state$ = new BehaviorSubject<MemoriesState>(nothingYet);
  const removed = new Set<string>();
  /** Of these the service has agreed that they are removed. */
  const deleted = new Set<string>();
  const retried$ = new Subject<void>();

  const show = (fetched: MemoriesState) => {
    fetched$.next(fetched);
    state$.next({ ...fetched, memories: fetched.memories.filter((memory) => !removed.has(memory._id)) });
  };
  const load = () => {
    // A fetch from now on knows of them: one that it holds was brought back, maybe elsewhere.
    const agreed = [...deleted];
    return defer(inputs.fetchMemories).pipe(
      tap((memories) => {
        for (const id of agreed) if (deleted.delete(id)) removed.delete(id);
        show({ status: 'ready', memories });
      }),
      catchError((error: unknown) => {
        if (fetched$.value.status !== 'ready') show({ status: 'failed', memories: [], failure: messageOf(error, '') });
        return EMPTY;
      }),
    );
  };

  const polls$ = inputs.owner$.pipe(
    distinctUntilChanged(),
    switchMap((owner) => {
      removed.clear();
      deleted.clear();
      show(nothingYet);
      if (owner === undefined) return EMPTY;
      return retried$.pipe(
        startWith(undefined),
        switchMap(() => timer(0, memoryPoll).pipe(exhaustMap(load))),
      );
    }),
  );
  polls$.pipe(scope.until()).subscribe();

  return {
    state$,
    retry() {
      show(nothingYet);
      retried$.next();
    },
    refresh: () => retried$.next(),
    restored(memoryId) {
      removed.delete(memoryId);
      deleted.delete(memoryId);
      retried$.next();
    },
    async remove(memory) {
      const { _id: memoryId } = memory;
      removed.add(memoryId);
      show(fetched$.value);
      try {
        await inputs.deleteMemory(memory);
        deleted.add(memoryId);
      } catch (error) {
        removed.delete(memoryId);
        show(fetched$.value);
        throw error;
      }
    },
  };
};
