import type { BusViolation } from '@atrium/shared-kernel/bus';
import type { EventDef, Infer } from '@atrium/shared-kernel/contracts/define';
import type { Behavior, Bus } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, Observable } from 'rxjs';

/** One event on the bus, or a payload that broke its contract. */
export interface BusEntry {
  readonly id: number;
  /** Milliseconds since the record started. */
  readonly at: number;
  readonly event: string;
  /** The remote that emitted it, or `shell`. */
  readonly producer: string;
  /** Remotes that listened at that moment. */
  readonly consumers: readonly string[];
  readonly payload?: unknown;
  /** Present for a payload that was dropped. */
  readonly problem?: Pick<BusViolation, 'blame' | 'side' | 'reason'>;
}

export interface BusRecord {
  /** The newest entry is last. The oldest are dropped. */
  readonly entries$: Behavior<readonly BusEntry[]>;
  readonly onEvent: (event: string, payload: unknown) => void;
  readonly onViolation: (violation: BusViolation) => void;
  /** Wraps the bus for one remote, so that what it emits and listens to is recorded under its name. */
  readonly watch: (bus: Bus, remote: string) => Bus;
  readonly clear: () => void;
}

const maxEntries = 500;
const shell = 'shell';

/** The remotes that listen to each event, once for each subscription. */
const createListeners = () => {
  const listeners = new Map<string, string[]>();
  const of = (event: string) => listeners.get(event) ?? [];
  return {
    of: (event: string) => [...new Set(of(event))].toSorted(),
    add(event: string, remote: string) {
      listeners.set(event, [...of(event), remote]);
      return () => void listeners.set(event, of(event).toSpliced(of(event).indexOf(remote), 1));
    },
  };
};

/** Records the events on the bus of this page, for developers. */
export const createBusRecord = (clock: () => number = () => performance.now()): BusRecord => {
  const entries$ = new BehaviorSubject<readonly BusEntry[]>([]);
  const listeners = createListeners();
  const startedAt = clock();
  let producer = shell;
  let lastId = 0;

  const add = (event: string, details: Pick<BusEntry, 'payload' | 'problem'>) => {
    const entry = {
      id: ++lastId,
      at: clock() - startedAt,
      event,
      producer,
      consumers: listeners.of(event),
      ...details,
    };
    entries$.next([...entries$.value.slice(1 - maxEntries), entry]);
  };
  return {
    entries$,
    onEvent: (event, payload) => add(event, { payload }),
    onViolation: ({ event, blame, side, reason }) => add(event, { problem: { blame, side, reason } }),
    watch: (bus, remote) => ({
      emit(event, payload) {
        const before = producer;
        producer = remote;
        try {
          bus.emit(event, payload);
        } finally {
          producer = before;
        }
      },
      on: <E extends EventDef>(event: E) =>
        new Observable<Infer<E['payload']>>((listener) => {
          const remove = listeners.add(event.name, remote);
          const subscription = bus.on(event).subscribe(listener);
          return () => {
            subscription.unsubscribe();
            remove();
          };
        }),
    }),
    clear: () => entries$.next([]),
  };
};
