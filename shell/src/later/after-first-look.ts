import { merge, type Observable, take, timer } from 'rxjs';

/**
 * Emits once: when the first look has had its time, in ms, or at the first failure. Who meets one may leave at once, and
 * it has to be told nevertheless.
 */
export const afterFirstLook = (failures$: Observable<unknown>, time: number): Observable<unknown> =>
  merge(timer(time), failures$).pipe(take(1));
