import { dragOverlay } from '@atrium/shared-kernel/contracts/constants';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, distinctUntilChanged, map, of, Subject, switchMap, timer } from 'rxjs';

export interface DropModel {
  /** The overlay is shown. */
  readonly dragging$: Behavior<boolean>;
  readonly over: () => void;
  readonly left: () => void;
  readonly dropped: () => void;
}

/** Whether files are dragged over the area. The overlay ends 500 ms after the drag has left, and at once after a drop (B4.32). */
export const createDropModel = (scope: Scope): DropModel => {
  const dragging$ = new BehaviorSubject(false);
  const moves$ = new Subject<'over' | 'left' | 'dropped'>();
  moves$
    .pipe(
      switchMap((move) => (move === 'left' ? timer(dragOverlay).pipe(map(() => false)) : of(move === 'over'))),
      distinctUntilChanged(),
      scope.until(),
    )
    .subscribe((dragging) => dragging$.next(dragging));
  return {
    dragging$,
    over: () => moves$.next('over'),
    left: () => moves$.next('left'),
    dropped: () => moves$.next('dropped'),
  };
};
