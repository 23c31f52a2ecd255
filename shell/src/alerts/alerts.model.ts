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

/**
 * Banners above every page (A1.12, A3.05): kept in session storage with the moment at which they end, so that a
 * reload shows them for what is left of their time, without their action. `time` 0 stays until dismissed.
 */
export const createAlerts = (session: KeyValue, newId: () => string): OwnedAlerts => {
  const alerts$ = new BehaviorSubject<readonly ShownAlert[]>([]);
  const clocks = new Map<string, Clock>();

  const endOf = (id: string) => {
    const clock = clocks.get(id);
    if (!clock) return 0;
    return 'left' in clock ? Date.now() + clock.left : clock.endsAt;
  };

  const keep = () =>
    session.set(
      storageKey,
      JSON.stringify(
        alerts$.value
          // What stays until its action is taken makes no sense without it.
          .filter((alert) => alert.time > 0 || !alert.action)
          .map((alert) => ({ ...alert, action: undefined, endsAt: endOf(alert.id) })),
      ),
    );

  const stop = (id: string) => {
    const clock = clocks.get(id);
    if (clock && 'timer' in clock) clearTimeout(clock.timer);
  };

  const dismiss = (id: string) => {
    stop(id);
    clocks.delete(id);
    alerts$.next(alerts$.value.filter((alert) => alert.id !== id));
    keep();
  };

  const run = (id: string, left: number) => {
    const timer = setTimeout(() => dismiss(id), left);
    clocks.set(id, { timer, endsAt: Date.now() + left });
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
    hold(id) {
      const clock = clocks.get(id);
      if (!clock || 'left' in clock) return;
      stop(id);
      clocks.set(id, { left: clock.endsAt - Date.now() });
    },
    release(id) {
      const clock = clocks.get(id);
      if (!clock || 'timer' in clock) return;
      run(id, clock.left);
      keep();
    },
  };
};
