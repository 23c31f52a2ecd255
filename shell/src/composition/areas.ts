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

/**
 * Global limits of single-spa for all lifecycles. They are longer than the shell's own budgets, which should end a
 * hanging module first.
 */
const limitLifecycles = () => {
  for (const limit of [setBootstrapMaxTime, setMountMaxTime, setUnmountMaxTime]) limit(ceiling, true, ceiling);
};

/** single-spa wraps both methods to emit each push again as a pop. Only the router may move the history here. */
const restoreHistory = () => {
  Reflect.deleteProperty(window.history, 'pushState');
  Reflect.deleteProperty(window.history, 'replaceState');
};

/**
 * One single-spa application for each route area. An area is registered when it is first shown, because each
 * registration makes single-spa check all areas again, and a fleet has many. The lifecycles only show and hide the area
 * and resolve at once. What loads inside has its own budgets, so a remote that hangs cannot block the routing of the
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
