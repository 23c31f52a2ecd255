import { searchDebounce } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, catchError, concat, defer, map, type Observable, of, Subject, switchMap, timer } from 'rxjs';

export type SearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'searching'; readonly term: string }
  | { readonly kind: 'found'; readonly term: string; readonly chats: readonly Chat[] }
  | { readonly kind: 'failed'; readonly term: string; readonly failure: string };

export interface SearchModel {
  readonly state$: Behavior<SearchState>;
  /** Sets the term, which is searched once nothing more is typed for 1000 ms (B4.43). */
  readonly type: (typed: string) => void;
  /** Searches the term at once, for Enter, or for Retry after a failure. */
  readonly now: () => void;
}

interface Inputs {
  readonly fetch: (term: string) => Observable<readonly Chat[]>;
  readonly describe: (error: unknown) => string;
}

/** The search of chats. Results of an older search never replace those of a newer one. */
export const createSearchModel = (scope: Scope, { fetch, describe }: Inputs): SearchModel => {
  const state$ = new BehaviorSubject<SearchState>({ kind: 'idle' });
  const requests$ = new Subject<{ readonly term: string; readonly after: number }>();
  let typed = '';

  const search = (term: string): Observable<SearchState> =>
    defer(() => fetch(term)).pipe(
      map((chats): SearchState => ({ kind: 'found', term, chats })),
      catchError((error: unknown) => of<SearchState>({ kind: 'failed', term, failure: describe(error) })),
    );
  requests$
    .pipe(
      switchMap(({ term, after }): Observable<SearchState> => {
        if (term === '') return of({ kind: 'idle' });
        const found$ = after === 0 ? search(term) : timer(after).pipe(switchMap(() => search(term)));
        return concat(of<SearchState>({ kind: 'searching', term }), found$);
      }),
      scope.until(),
    )
    .subscribe((state) => state$.next(state));

  return {
    state$,
    type(next) {
      const term = next.trim();
      if (term === typed) return;
      typed = term;
      requests$.next({ term, after: searchDebounce });
    },
    now: () => requests$.next({ term: typed, after: 0 }),
  };
};
