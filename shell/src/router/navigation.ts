import type { Behavior, Navigation, Place } from '@atrium/shared-kernel/remote';
import { BehaviorSubject } from 'rxjs';
import { type createBrowserRouter, NavigationType } from 'react-router-dom';

export type Router = ReturnType<typeof createBrowserRouter>;

/** Navigation as the shell's own parts see it. */
export interface OwnedNavigation extends Navigation {
  readonly location$: Behavior<Place>;
  /** Identifies the current entry of the history. */
  readonly entry: () => string;
  /** Goes one entry back; what is navigated meanwhile waits for it. */
  back(): void;
}

interface Leave {
  readonly assign: (url: string) => void;
  readonly open: (url: string) => void;
}

const longestBack = 1000;

const samePlace = (a: Place, b: Place) => a.pathname === b.pathname && a.search === b.search && a.hash === b.hash;

/** The facade over the one router: remotes navigate by it, and never see the router itself. */
export const createNavigation = (router: Router, origin: string, leave: Leave): OwnedNavigation => {
  const place = (): Place => {
    const { pathname, search, hash } = router.state.location;
    return { pathname, search, hash };
  };
  const location$ = new BehaviorSubject<Place>(place());
  // Where a navigation that is under way will lead: the next change of the query builds on it.
  let intended = place();
  const waiting: (() => void)[] = [];
  let returning: ReturnType<typeof setTimeout> | undefined;

  const inTurn = (step: () => void) => {
    if (returning === undefined) step();
    else waiting.push(step);
  };
  const returned = () => {
    clearTimeout(returning);
    returning = undefined;
    for (const step of waiting.splice(0)) inTurn(step);
  };

  router.subscribe((state) => {
    const next = place();
    if (state.navigation.state === 'idle') intended = next;
    if (!samePlace(next, location$.value)) location$.next(next);
    if (returning !== undefined && state.historyAction === NavigationType.Pop && state.navigation.state === 'idle')
      returned();
  });

  const go = (to: string, replace = false) => {
    const { pathname, search, hash } = new URL(to, origin + intended.pathname);
    intended = { pathname, search, hash };
    void router.navigate(to, { replace });
  };

  return {
    location$,
    origin,
    entry: () => router.state.location.key,
    navigate: (to, options) => inTurn(() => go(to, options?.replace)),
    setQuery(change, options) {
      inTurn(() => {
        const { pathname, search, hash } = intended;
        const query = new URLSearchParams(search);
        for (const [key, value] of Object.entries(change))
          if (value === undefined) query.delete(key);
          else query.set(key, value);
        const text = query.toString();
        go(pathname + (text && `?${text}`) + hash, options?.replace);
      });
    },
    back() {
      inTurn(() => {
        // A browser that has no entry to go back to tells nobody.
        returning = setTimeout(returned, longestBack);
        void router.navigate(-1);
      });
    },
    leave: leave.assign,
    openTab: leave.open,
  };
};
