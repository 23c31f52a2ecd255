import { settingsSaveDelay } from '@atrium/shared-kernel/contracts/constants';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { asyncScheduler, BehaviorSubject, debounceTime, exhaustMap, finalize, from, Subject } from 'rxjs';
import type { Observable, ObservableInput, SchedulerLike } from 'rxjs';

export interface AutoSave<Draft extends object> {
  readonly draft$: Behavior<Draft>;
  readonly saving$: Behavior<boolean>;
  /** Takes what was typed; it is saved one second after the last change (A4.17). */
  readonly change: (change: Partial<Draft>) => void;
}

export interface AutoSaveOptions<Draft extends object> {
  readonly initial: Draft;
  /** What of a draft is worth saving: valid and not saved yet; undefined where that is nothing. */
  readonly due: (draft: Draft) => Partial<Draft> | undefined;
  /** Saves, tells the person how it went, and completes; it never fails. */
  readonly save: (change: Partial<Draft>) => ObservableInput<unknown>;
  /** The page goes away: nothing can wait for its second. */
  readonly leaves$: Observable<unknown>;
  readonly scheduler?: SchedulerLike;
}

/**
 * Saves a draft one second after its last change. A second that ends while a save is in progress is skipped; what was
 * typed meanwhile gets its own second once that save has ended, and what waits for its second when the scope ends or the
 * page is left is saved at once: nothing typed is lost, and nothing refused is tried again.
 */
export const createAutoSave = <Draft extends object>(
  scope: Pick<Scope, 'add' | 'until'>,
  { initial, due, save, leaves$, scheduler = asyncScheduler }: AutoSaveOptions<Draft>,
): AutoSave<Draft> => {
  const draft$ = new BehaviorSubject(initial);
  const saving$ = new BehaviorSubject(false);
  const typed$ = new Subject<void>();
  /** The draft that was judged last: what is in it was saved, or refused and told. */
  let settled = initial;

  typed$
    .pipe(
      debounceTime(settingsSaveDelay, scheduler),
      exhaustMap(() => {
        const sent = draft$.value;
        settled = sent;
        const change = due(sent);
        if (!change) return [];
        saving$.next(true);
        return from(save(change)).pipe(
          finalize(() => {
            saving$.next(false);
            if (draft$.value !== sent) typed$.next();
          }),
        );
      }),
      scope.until(),
    )
    .subscribe();

  const saveNow = () => {
    const change = draft$.value === settled ? undefined : due(draft$.value);
    settled = draft$.value;
    if (change) from(save(change)).subscribe();
  };
  leaves$.pipe(scope.until()).subscribe(saveNow);
  scope.add(saveNow);

  return {
    draft$,
    saving$,
    change: (change) => {
      draft$.next({ ...draft$.value, ...change });
      typed$.next();
    },
  };
};
