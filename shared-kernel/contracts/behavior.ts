import type { Observable } from 'rxjs';

/** A stream that always has a current value. */
export interface Behavior<T> extends Observable<T> {
  readonly value: T;
}
