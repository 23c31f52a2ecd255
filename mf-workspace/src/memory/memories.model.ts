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
  /** The service's message for a fetch that failed. May be empty. */
  readonly failure?: string;
}

export interface MemoriesInputs {
  /** The user whose memories they are. Undefined for a visitor, who has none. */
  readonly owner$: Observable<string | undefined>;
  readonly fetchMemories: () => Observable<readonly Memory[]>;
  /** Rejects if the service did not delete it. */
  readonly deleteMemory: (memory: Memory) => Promise<unknown>;
}

export interface MemoriesModel {
  readonly state$: Behavior<MemoriesState>;
  readonly retry: () => void;
  /** Fetches again, and shows the current memories until the answer. */
  readonly refresh: () => void;
  /** Removes the memory at once. Restores it and rejects if the call fails. */
  readonly remove: (memory: Memory) => Promise<void>;
  /** Call when a removed memory exists again. */
  readonly restored: (memoryId: string) => void;
}

const initialState: MemoriesState = { status: 'loading', memories: [] };

/**
 * The memories, polled every 30 s (B4.44). A failed poll keeps what is shown, and a poll that is pending never brings
 * back a deleted memory.
 */
export const createMemoriesModel = (scope: Scope, inputs: MemoriesInputs): MemoriesModel => {
  const fetched$ = new BehaviorSubject<MemoriesState>(initialState);
  const state$ = new BehaviorSubject<MemoriesState>(initialState);
  const removed = new Set<string>();
  /** Ids whose deletion the service has confirmed. */
  const deleted = new Set<string>();
  const retried$ = new Subject<void>();

  const show = (fetched: MemoriesState) => {
    fetched$.next(fetched);
    state$.next({ ...fetched, memories: fetched.memories.filter((memory) => !removed.has(memory._id)) });
  };
  const load = () => {
    // A fetch from now on knows of these deletions. A memory that it still contains was restored, maybe elsewhere.
    const confirmed = [...deleted];
    return defer(inputs.fetchMemories).pipe(
      tap((memories) => {
        for (const id of confirmed) if (deleted.delete(id)) removed.delete(id);
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
      show(initialState);
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
      show(initialState);
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
