import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, distinctUntilChanged } from 'rxjs';
import {
  registerApplication,
  setBootstrapMaxTime,
  setMountMaxTime,
  setUnmountMaxTime,
  start,
  triggerAppChange,
} from 'single-spa';
import { budgets } from '../remotes/budget.ts';

const ceiling = budgets.phase + 1000;

/** Global limits for all lifecycles: they end what hangs, after the shell's own budgets did. */
const limitLifecycles = () => {
  for (const limit of [setBootstrapMaxTime, setMountMaxTime, setUnmountMaxTime]) limit(ceiling, true, ceiling);
};

/** single-spa wraps both to re-emit each push as a pop; the router is the only one who may move the history. */
const restoreHistory = () => {
  Reflect.deleteProperty(window.history, 'pushState');
  Reflect.deleteProperty(window.history, 'replaceState');
};

/**
 * One single-spa application for each route area, registered when its area is first shown: each registration has
 * single-spa look at all of them again, and a fleet has many areas. Their lifecycles only show and hide the area and
 * resolve at once: what loads inside has budgets of its own, so a remote that hangs cannot block the routing of the
 * others.
 */
export const registerAreas = (area$: Behavior<string>): Behavior<ReadonlySet<string>> => {
  const shown$ = new BehaviorSubject<ReadonlySet<string>>(new Set());
  limitLifecycles();
  start({ urlRerouteOnly: true });
  restoreHistory();
  const register = (area: string) =>
    registerApplication({
      name: `area:${area}`,
      app: {
        bootstrap: () => Promise.resolve(),
        mount: () => Promise.resolve(shown$.next(new Set([...shown$.value, area]))),
        unmount: () => Promise.resolve(shown$.next(new Set([...shown$.value].filter((one) => one !== area)))),
      },
      activeWhen: () => area$.value === area,
    });
  const registered = new Set<string>();
  area$.pipe(distinctUntilChanged()).subscribe((area) => {
    if (!registered.has(area)) register(area);
    registered.add(area);
    void triggerAppChange();
  });
  return shown$;
};
