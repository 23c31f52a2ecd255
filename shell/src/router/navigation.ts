import type { Behavior, Navigation, PageLocation } from '@atrium/shared-kernel/remote';
import {
  NavigationType,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createMemoryHistory as createMemoryHistory,
  type Location,
} from 'react-router-dom';
import { BehaviorSubject } from 'rxjs';

/**
 * Opens a tab that cannot reach this page; false where the browser blocks it. The option `noopener` would cut the link
 * as well, but then the browser does not report whether a tab was opened.
 */
export const openTab = (page: Pick<Window, 'open'>, url: string): boolean => {
  const tab = page.open(url, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
};

type History = ReturnType<typeof createBrowserHistory>;

/** One entry of the history as the router shows it. */
export interface Visit {
  readonly location: Location;
  readonly action: NavigationType;
}

/** Navigation as the shell's own parts see it. */
export interface OwnedNavigation extends Navigation {
  readonly history: History;
  readonly visit$: Behavior<Visit>;
  /** Identifies the current entry of the history. */
  readonly entry: () => string;
  /** Goes one entry back. Navigation that is requested meanwhile waits until that is done. */
  readonly back: () => void;
  /** Runs a navigation step: immediately, or after a step back that is still pending. */
  readonly afterBack: (step: () => void) => void;
}

interface Leave {
  readonly assign: OwnedNavigation['leave'];
  readonly open: (url: string) => boolean;
}

const backTimeout = 1000;

const ids = /(?<=[?&](?:chat|agent|flow|team|collection|joinTeamId|id)=)[\da-f]{24}(?=&|$)/gi;
/**
 * What readers get of an address. Whoever wrote it may have used capitals in its ids; these are small from here on, so
 * that each reader compares them with those of the service.
 */
const locationOf = ({ pathname, search, hash }: PageLocation): PageLocation => ({
  pathname,
  search: search.replace(ids, (id) => id.toLowerCase()),
  hash,
});

/** The browser's history without the larger data router, because routes here load nothing but remotes. */
export const openBrowserHistory = (): History => createBrowserHistory({ v5Compat: true });

/** A history in memory, for tests. */
export const openMemoryHistory = (...entries: string[]): History =>
  createMemoryHistory({ initialEntries: entries, v5Compat: true });

/** The one listener of the history, and the facade by which remotes navigate without seeing a router. */
export const createNavigation = (history: History, origin: string, leave: Leave): OwnedNavigation => {
  const visit$ = new BehaviorSubject<Visit>({ location: history.location, action: NavigationType.Pop });
  const location$ = new BehaviorSubject<PageLocation>(locationOf(history.location));
  const waiting: (() => void)[] = [];
  let backTimer: ReturnType<typeof setTimeout> | undefined;

  const afterBack = (step: () => void) => {
    if (backTimer === undefined) step();
    else waiting.push(step);
  };
  const backDone = () => {
    clearTimeout(backTimer);
    backTimer = undefined;
    for (const step of waiting.splice(0)) afterBack(step);
  };

  history.listen(({ location, action }) => {
    visit$.next({ location, action });
    // Who hears of a visit may replace its address before others read it.
    const now = locationOf(history.location);
    if (history.createHref(now) !== history.createHref(location$.value)) location$.next(now);
    if (action === NavigationType.Pop && backTimer !== undefined) backDone();
  });

  const go = (to: string, replace = false, state?: unknown) => {
    // What is shown already gets no second entry, over which Back would do nothing.
    if (to === history.createHref(history.location)) return;
    if (replace) history.replace(to, state);
    else history.push(to);
  };

  return {
    history,
    visit$,
    location$,
    origin,
    entry: () => history.location.key,
    navigate: (to, options) => afterBack(() => go(to, options?.replace)),
    setQuery(change, options) {
      afterBack(() => {
        const { location } = history;
        const query = new URLSearchParams(location.search);
        for (const [key, value] of Object.entries(change))
          if (value === undefined) query.delete(key);
          else query.set(key, value);
        go(history.createHref({ ...location, search: query.toString() }), options?.replace, location.state);
      });
    },
    back() {
      afterBack(() => {
        // A browser without an earlier entry emits nothing, so the wait ends by a timer.
        backTimer = setTimeout(backDone, backTimeout);
        history.go(-1);
      });
    },
    afterBack,
    leave: leave.assign,
    openTab: leave.open,
  };
};
