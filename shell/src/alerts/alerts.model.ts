import { type Alert, alert as alertSchema } from '@atrium/shared-kernel/contracts/entities/alert';
import type { AlertAction, Alerts, Behavior, KeyValue } from '@atrium/shared-kernel/remote';
import { BehaviorSubject } from 'rxjs';
import * as z from 'zod/mini';

export interface ShownAlert extends Alert {
  readonly id: string;
  readonly action?: AlertAction;
}

export interface OwnedAlerts extends Alerts {
  readonly alerts$: Behavior<readonly ShownAlert[]>;
  /** Runs the action of an alert and dismisses it. */
  act(id: string): void;
  /** Pauses the timer of an alert while somebody reads it, until it is released as often. */
  hold(id: string): void;
  /** Resumes the timer with the time that was left, unless something else holds it. */
  release(id: string): void;
}

const storageKey = 'alerts';
/** The most alerts that end by themselves. Those that stay until dismissed, or are being read, are not displaced. */
const maxTimed = 5;

const storedAlerts = () => z.array(z.extend(alertSchema(), { id: z.string(), endsAt: z.number() }));

/** The alerts that the session stores; none if they cannot be read. */
const readStored = (session: KeyValue) => {
  try {
    return storedAlerts().safeParse(JSON.parse(session.get(storageKey) ?? '[]')).data ?? [];
  } catch {
    session.remove(storageKey);
    return [];
  }
};

/** Ends at `endsAt`, or, while something holds it, has `left` milliseconds to go. */
interface AlertTimer {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly endsAt: number;
  left: number;
  /** How many hold it: the pointer and the focus may be on the same alert. */
  holds: number;
}

/** One timer for each alert, which ends the alert when its time is up. */
const createTimers = (end: (id: string) => void) => {
  const timers = new Map<string, AlertTimer>();
  const run = (id: string, left: number) => {
    const timer = setTimeout(() => end(id), left);
    timers.set(id, { timer, endsAt: Date.now() + left, left, holds: 0 });
  };
  return {
    run,
    endOf(id: string) {
      const timer = timers.get(id);
      if (!timer) return 0;
      return timer.holds > 0 ? Date.now() + timer.left : timer.endsAt;
    },
    isRunning: (id: string) => timers.get(id)?.holds === 0,
    remove(id: string) {
      clearTimeout(timers.get(id)?.timer);
      timers.delete(id);
    },
    hold(id: string) {
      const timer = timers.get(id);
      if (!timer || timer.holds++ > 0) return;
      clearTimeout(timer.timer);
      timer.left = timer.endsAt - Date.now();
    },
    /** Resumes a timer that nothing else holds. Returns whether it did. */
    release(id: string): boolean {
      const timer = timers.get(id);
      if (!timer?.holds || --timer.holds > 0) return false;
      run(id, timer.left);
      return true;
    },
  };
};

/**
 * Banners above every page (A1.12, A3.05). They are stored for the session with the time at which they end, so that a
 * reload shows them for the rest of it, without their actions. An alert with `time` 0 stays until it is dismissed.
 */
export const createAlerts = (session: KeyValue, newId: () => string): OwnedAlerts => {
  const alerts$ = new BehaviorSubject<readonly ShownAlert[]>([]);

  const store = () =>
    session.set(
      storageKey,
      JSON.stringify(
        alerts$.value
          // Without its action, which cannot be stored, an alert that stays until it is used makes no sense.
          .filter((alert) => alert.time > 0 || !alert.action)
          .map((alert) => ({ ...alert, action: undefined, endsAt: timers.endOf(alert.id) })),
      ),
    );

  const dismiss = (id: string) => {
    timers.remove(id);
    alerts$.next(alerts$.value.filter((alert) => alert.id !== id));
    store();
  };
  const timers = createTimers(dismiss);

  const add = (alert: ShownAlert, left: number) => {
    alerts$.next([...alerts$.value, alert]);
    if (alert.time > 0) timers.run(alert.id, left);
    const timed = alerts$.value.filter(({ time }) => time > 0);
    const oldest = timed.find(({ id }) => timers.isRunning(id));
    if (timed.length > maxTimed && oldest) dismiss(oldest.id);
    store();
  };

  for (const { endsAt, ...alert } of readStored(session)) {
    const left = Math.min(endsAt - Date.now(), alert.time);
    if (alert.time === 0 || left > 0) add(alert, left);
  }

  return {
    alerts$,
    show(alert) {
      const id = newId();
      add({ ...alert, id }, alert.time);
      return id;
    },
    dismiss,
    act(id) {
      const action = alerts$.value.find((alert) => alert.id === id)?.action;
      dismiss(id);
      action?.onSelect();
    },
    hold: (id) => timers.hold(id),
    release(id) {
      if (timers.release(id)) store();
    },
  };
};
