import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { isActive } from '@atrium/shared-kernel/session';
import type { Observable, ObservableInput, SchedulerLike } from 'rxjs';
import { asyncScheduler, BehaviorSubject, catchError, concat, concatMap, EMPTY, exhaustMap, filter } from 'rxjs';
import { from, interval, map, merge, of, Subject, switchMap, take, takeUntil, tap, timer } from 'rxjs';

export const refreshInterval = 1500;
/** Milliseconds between two checks of a payment that is being processed. */
const checkInterval = 5000;
/** Milliseconds to wait for the new end date before the user is asked to try again. */
export const refreshTimeout = 30_000;

export type PaymentReturn =
  /** `pending`: the bank takes some time, and the service is asked again. */
  | { readonly step: 'checking' | 'pending' | 'failed' }
  /** Paid, and the account shows it. */
  | { readonly step: 'done'; readonly user: User };

/**
 * Whether the service finds the payment session paid, or the payment being processed. `other`: what was paid does not
 * extend the user's own access, such as a team's plan without a seat of their own.
 */
type PaymentCheck = boolean | 'pending' | 'other';

export interface PaymentReturnOptions {
  /** The end date of the account before the payment. */
  readonly endDate: string | undefined;
  readonly check: () => ObservableInput<PaymentCheck>;
  readonly refresh: () => ObservableInput<User | undefined>;
  readonly scheduler?: SchedulerLike;
}

/**
 * The return from the payment page (A4.09): validates the session, then fetches the user until the end date changes. If
 * the subscription is active already, there is nothing to wait for: the provider has notified the service before. After a
 * payment for something else, the date may never change.
 */
export const createPaymentReturn = (
  scope: Pick<Scope, 'until'>,
  { endDate, check, refresh, scheduler = asyncScheduler }: PaymentReturnOptions,
) => {
  const state$ = new BehaviorSubject<PaymentReturn>({ step: 'checking' });
  const attempts$ = new Subject<void>();
  const isUpdated = ({ subscriptionEndDate: end }: User) => end !== endDate || isActive(end, scheduler.now());

  const user$ = (paid: PaymentCheck): Observable<User> =>
    timer(0, refreshInterval, scheduler).pipe(
      exhaustMap(() => from(refresh()).pipe(catchError(() => EMPTY))),
      filter((user): user is User => user !== undefined && (paid === 'other' || isUpdated(user))),
      take(1),
      takeUntil(timer(refreshTimeout, scheduler)),
    );

  const done$ = (): Observable<PaymentReturn> =>
    merge(of(0), interval(checkInterval, scheduler)).pipe(
      exhaustMap(() => from(check()).pipe(catchError(() => of(false)))),
      tap((answer) => answer === 'pending' && state$.next({ step: 'pending' })),
      filter((answer) => answer !== 'pending'),
      take(1),
      concatMap((paid) => (paid ? user$(paid) : EMPTY)),
      map((user) => ({ step: 'done', user })),
    );

  attempts$
    .pipe(
      switchMap(() => concat(done$(), of<PaymentReturn>({ step: 'failed' })).pipe(take(1))),
      scope.until(),
    )
    .subscribe((state) => state$.next(state));

  return {
    state$: state$ as Behavior<PaymentReturn>,
    /** Starts, or starts again after a failure. */
    start: () => {
      state$.next({ step: 'checking' });
      attempts$.next();
    },
  };
};
