import { type Alert, alert as alertSchema } from '@atrium/shared-kernel/contracts/entities/alert';
import type { Alerts, Behavior, KeyValue } from '@atrium/shared-kernel/remote';
import { BehaviorSubject } from 'rxjs';
import * as z from 'zod/mini';

export interface ShownAlert extends Alert {
  readonly id: string;
}

export interface OwnedAlerts extends Alerts {
  readonly alerts$: Behavior<readonly ShownAlert[]>;
  /** Stops the clock of an alert while a person reads it. */
  hold(id: string): void;
  /** The clock runs on with what was left. */
  release(id: string): void;
}

const storageKey = 'alerts';
const most = 5;

const stored = () => z.array(z.extend(alertSchema(), { id: z.string(), left: z.number() }));

interface Clock {
  timer: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  left: number;
}

/**
 * Banners above every page (A1.12, A3.05): kept in session storage, so that a reload shows them for what is left of
 * their time. `time` 0 stays until dismissed.
 */
export const createAlerts = (session: KeyValue, newId: () => string): OwnedAlerts => {
  const alerts$ = new BehaviorSubject<readonly ShownAlert[]>([]);
  const clocks = new Map<string, Clock>();

  const leftOf = (id: string) => {
    const clock = clocks.get(id);
    if (!clock) return 0;
    return clock.timer === undefined ? clock.left : clock.left - (Date.now() - clock.startedAt);
  };

  const keep = () =>
    session.set(storageKey, JSON.stringify(alerts$.value.map((alert) => ({ ...alert, left: leftOf(alert.id) }))));

  const dismiss = (id: string) => {
    clearTimeout(clocks.get(id)?.timer);
    clocks.delete(id);
    alerts$.next(alerts$.value.filter((alert) => alert.id !== id));
    keep();
  };

  const run = (id: string, left: number) => {
    const timer = setTimeout(() => dismiss(id), left);
    clocks.set(id, { timer, startedAt: Date.now(), left });
  };

  const add = (alert: ShownAlert, left: number) => {
    alerts$.next([...alerts$.value, alert]);
    if (alert.time > 0) run(alert.id, left);
    const [oldest] = alerts$.value;
    if (alerts$.value.length > most && oldest) dismiss(oldest.id);
    keep();
  };

  const restore = () => {
    try {
      const parsed = stored().safeParse(JSON.parse(session.get(storageKey) ?? '[]'));
      if (!parsed.success) return;
      for (const { left, ...alert } of parsed.data) if (alert.time === 0 || left > 0) add(alert, left);
    } catch {
      session.remove(storageKey);
    }
  };
  restore();

  return {
    alerts$,
    show(alert) {
      const id = newId();
      add({ ...alert, id }, alert.time);
      return id;
    },
    dismiss,
    hold(id) {
      const clock = clocks.get(id);
      if (!clock || clock.timer === undefined) return;
      clearTimeout(clock.timer);
      clocks.set(id, { timer: undefined, startedAt: 0, left: leftOf(id) });
    },
    release(id) {
      const clock = clocks.get(id);
      if (clock && clock.timer === undefined) run(id, clock.left);
    },
  };
};
