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
  /** Does what the alert offers, which then goes. */
  act(id: string): void;
  /** Stops the clock of an alert while a person reads it. */
  hold(id: string): void;
  /** The clock runs on with what was left. */
  release(id: string): void;
}

const storageKey = 'alerts';
const most = 5;

const stored = () => z.array(z.extend(alertSchema(), { id: z.string(), endsAt: z.number() }));

/** `timer` runs until `endsAt`; while it stands there is none, and `left` ms are still to come. */
type Clock = { readonly timer: ReturnType<typeof setTimeout>; readonly endsAt: number } | { readonly left: number };

/** The clocks of alerts: each ends its alert when its time is over. */
const createClocks = (end: (id: string) => void) => {
  const clocks = new Map<string, Clock>();
  const run = (id: string, left: number) => {
    const timer = setTimeout(() => end(id), left);
    clocks.set(id, { timer, endsAt: Date.now() + left });
  };
  const stop = (id: string) => {
    const clock = clocks.get(id);
    if (clock && 'timer' in clock) clearTimeout(clock.timer);
  };
  const endOf = (id: string) => {
    const clock = clocks.get(id);
    if (!clock) return 0;
    return 'left' in clock ? Date.now() + clock.left : clock.endsAt;
  };
  return {
    run,
    endOf,
    remove(id: string) {
      stop(id);
      clocks.delete(id);
    },
    hold(id: string) {
      stop(id);
      if (clocks.has(id)) clocks.set(id, { left: endOf(id) - Date.now() });
    },
    /** Whether a clock that stood runs again. */
    release(id: string): boolean {
      const clock = clocks.get(id);
      if (!clock || !('left' in clock)) return false;
      run(id, clock.left);
      return true;
    },
  };
};

/**
 * Banners above every page (A1.12, A3.05): stored in the session with the moment at which they end, so that a
 * reload shows them for what is left of their time, without their action. `time` 0 stays until dismissed.
 */
export const createAlerts = (session: KeyValue, newId: () => string): OwnedAlerts => {
  const alerts$ = new BehaviorSubject<readonly ShownAlert[]>([]);

  const store = () =>
    session.set(
      storageKey,
      JSON.stringify(
        alerts$.value
          // What stays until its action is used makes no sense without it.
          .filter((alert) => alert.time > 0 || !alert.action)
          .map((alert) => ({ ...alert, action: undefined, endsAt: clocks.endOf(alert.id) })),
      ),
    );

  const dismiss = (id: string) => {
    clocks.remove(id);
    alerts$.next(alerts$.value.filter((alert) => alert.id !== id));
    store();
  };
  const clocks = createClocks(dismiss);

  const add = (alert: ShownAlert, left: number) => {
    alerts$.next([...alerts$.value, alert]);
    if (alert.time > 0) clocks.run(alert.id, left);
    const [oldest] = alerts$.value;
    if (alerts$.value.length > most && oldest) dismiss(oldest.id);
    store();
  };

  const restore = () => {
    try {
      const parsed = stored().safeParse(JSON.parse(session.get(storageKey) ?? '[]'));
      if (!parsed.success) return;
      for (const { endsAt, ...alert } of parsed.data) {
        const left = Math.min(endsAt - Date.now(), alert.time);
        if (alert.time === 0 || left > 0) add(alert, left);
      }
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
    act(id) {
      const action = alerts$.value.find((alert) => alert.id === id)?.action;
      dismiss(id);
      action?.onSelect();
    },
    hold: (id) => clocks.hold(id),
    release(id) {
      if (clocks.release(id)) store();
    },
  };
};
