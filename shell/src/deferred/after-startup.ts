import { merge, type Observable, take, timer } from 'rxjs';

/**
 * Emits once: after `time` ms, so that the first screen does not wait for what is deferred, or at the first failure. A
 * person who sees a failure may leave at once, and it has to be reported nevertheless.
 */
export const afterStartup = (failures$: Observable<unknown>, time: number): Observable<unknown> =>
  merge(timer(time), failures$).pipe(take(1));
