import { settingsSaveDelay } from '@atrium/shared-kernel/contracts/constants';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { asyncScheduler, BehaviorSubject, debounceTime, exhaustMap, finalize, from, Subject } from 'rxjs';
import type { Observable, ObservableInput, SchedulerLike } from 'rxjs';

export interface AutoSave<Draft extends object> {
  readonly draft$: Behavior<Draft>;
  readonly saving$: Behavior<boolean>;
  /** Applies what was typed. It is saved one second after the last change (A4.17). */
  readonly change: (change: Partial<Draft>) => void;
}

export interface AutoSaveOptions<Draft extends object> {
  readonly initial: Draft;
  /** The part of a draft to save: valid and not saved yet. Undefined if there is nothing. */
  readonly changeToSave: (draft: Draft) => Partial<Draft> | undefined;
  /** Saves, reports the outcome to the user, and completes. Never fails. */
  readonly save: (change: Partial<Draft>) => ObservableInput<unknown>;
  /** Emits when the page is left, so that nothing can wait any more. */
  readonly pageHide$: Observable<unknown>;
  readonly scheduler?: SchedulerLike;
}

/**
 * Saves a draft one second after its last change. If a save is in progress by then, it is skipped, and what was typed
 * in the meantime gets its own second after that save. When the scope ends or the page is left, pending changes are
 * saved at once. So nothing typed is lost, and nothing refused is tried again.
 */
export const createAutoSave = <Draft extends object>(
  scope: Pick<Scope, 'add' | 'until'>,
  { initial, changeToSave, save, pageHide$, scheduler = asyncScheduler }: AutoSaveOptions<Draft>,
): AutoSave<Draft> => {
  const draft$ = new BehaviorSubject(initial);
  const saving$ = new BehaviorSubject(false);
  const typed$ = new Subject<void>();
  /** The last draft that was processed: its content was saved, or refused and reported. */
  let processed = initial;

  typed$
    .pipe(
      debounceTime(settingsSaveDelay, scheduler),
      exhaustMap(() => {
        const sent = draft$.value;
        processed = sent;
        const change = changeToSave(sent);
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
    const change = draft$.value === processed ? undefined : changeToSave(draft$.value);
    processed = draft$.value;
    if (change) from(save(change)).subscribe();
  };
  pageHide$.pipe(scope.until()).subscribe(saveNow);
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
