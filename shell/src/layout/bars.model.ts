import type { BarSide, Behavior, KeyValue, Layout } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, combineLatest, distinctUntilChanged, map } from 'rxjs';

type Bars = Readonly<Record<BarSide, boolean>>;
const keyOf = (side: BarSide) => `bar.${side}`;

/**
 * The two bars (A4.24 to A4.26). On a desktop, each stores its own visibility in local storage. On a narrower screen,
 * at most one is open, over the content, and none at first.
 */
export const createBars = (local: KeyValue, desktop$: Behavior<boolean>, mobile$: Behavior<boolean>): Layout => {
  const wide$ = new BehaviorSubject<Bars>({
    left: local.get(keyOf('left')) !== 'closed',
    right: local.get(keyOf('right')) !== 'closed',
  });
  const over$ = new BehaviorSubject<BarSide | undefined>(undefined);
  const barsNow = (desktop: boolean, wide: Bars, over: BarSide | undefined): Bars =>
    desktop ? wide : { left: over === 'left', right: over === 'right' };
  const bars$ = new BehaviorSubject<Bars>(barsNow(desktop$.value, wide$.value, over$.value));

  desktop$.subscribe((desktop) => {
    if (desktop) over$.next(undefined);
  });
  combineLatest([desktop$, wide$, over$])
    .pipe(
      map((now) => barsNow(...now)),
      distinctUntilChanged((a, b) => a.left === b.left && a.right === b.right),
    )
    .subscribe(bars$);

  return {
    mobile$,
    desktop$,
    bars$,
    setBar(side, open) {
      if (desktop$.value) {
        local.set(keyOf(side), open ? 'open' : 'closed');
        wide$.next({ ...wide$.value, [side]: open });
      } else if (open) over$.next(side);
      else if (over$.value === side) over$.next(undefined);
    },
  };
};

/** The bars. Opening one that is `missing` calls `onMissing` instead. */
export const withoutMissingBars = (
  bars: Layout,
  missing: (side: BarSide) => boolean,
  onMissing: () => void,
): Layout => ({
  ...bars,
  setBar(side, open) {
    if (open && missing(side)) onMissing();
    else bars.setBar(side, open);
  },
});
