import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { isActive } from '@atrium/shared-kernel/session';
import type { Observable, ObservableInput, SchedulerLike } from 'rxjs';
import { asyncScheduler, BehaviorSubject, catchError, concat, concatMap, EMPTY, exhaustMap, filter } from 'rxjs';
import { from, interval, map, merge, of, Subject, switchMap, take, takeUntil, tap, timer } from 'rxjs';

export const refreshEvery = 1500;
/** Between two looks at a payment that is still on its way. */
const checkEvery = 5000;
/** The longest wait for the new end date before the person is asked to try again. */
export const refreshFor = 30_000;

export type PaymentReturn =
  /** `pending`: the bank takes its time, and the service is asked again. */
  | { readonly step: 'checking' | 'pending' | 'failed' }
  /** Paid, and the account shows it. */
  | { readonly step: 'done'; readonly user: User };

export interface PaymentReturnOptions {
  /** The end date that the account showed before the payment. */
  readonly endDate: string | undefined;
  /** Whether the service finds the payment session paid, or the money on its way. */
  readonly check: () => ObservableInput<boolean | 'pending'>;
  readonly refresh: () => ObservableInput<User | undefined>;
  readonly scheduler?: SchedulerLike;
}

/**
 * The way back from the payment page (A4.09): validates the session, then fetches the user until the end date changes.
 * A subscription that is active already has nothing to wait for: the provider's own notice came first.
 */
export const createPaymentReturn = (
  scope: Pick<Scope, 'until'>,
  { endDate, check, refresh, scheduler = asyncScheduler }: PaymentReturnOptions,
) => {
  const state$ = new BehaviorSubject<PaymentReturn>({ step: 'checking' });
  const attempts$ = new Subject<void>();
  const arrived = (user: User | undefined): user is User =>
    user !== undefined && (user.subscriptionEndDate !== endDate || isActive(user.subscriptionEndDate, scheduler.now()));

  const user$ = (): Observable<User> =>
    timer(0, refreshEvery, scheduler).pipe(
      exhaustMap(() => from(refresh()).pipe(catchError(() => EMPTY))),
      filter(arrived),
      take(1),
      takeUntil(timer(refreshFor, scheduler)),
    );

  const done$ = (): Observable<PaymentReturn> =>
    merge(of(0), interval(checkEvery, scheduler)).pipe(
      exhaustMap(() => from(check()).pipe(catchError(() => of(false)))),
      tap((answer) => answer === 'pending' && state$.next({ step: 'pending' })),
      filter((answer) => answer !== 'pending'),
      take(1),
      concatMap((paid) => (paid ? user$() : EMPTY)),
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
    /** Begins, or begins again after a failure. */
    start: () => {
      state$.next({ step: 'checking' });
      attempts$.next();
    },
  };
};
