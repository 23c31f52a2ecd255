import type { BusViolation } from '@atrium/shared-kernel/bus';
import type { EventDef, Infer } from '@atrium/shared-kernel/contracts/define';
import type { Behavior, Bus } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, Observable } from 'rxjs';

/** One event on the bus, or a payload that broke its contract. */
export interface BusEntry {
  readonly id: number;
  /** Milliseconds since the record began. */
  readonly at: number;
  readonly event: string;
  /** The remote that emitted it; the shell where none did. */
  readonly producer: string;
  /** Remotes that listened at that moment. */
  readonly consumers: readonly string[];
  readonly payload?: unknown;
  /** Present for a payload that was dropped. */
  readonly problem?: Pick<BusViolation, 'blame' | 'side' | 'reason'>;
}

export interface BusRecord {
  /** The newest last; the oldest go. */
  readonly entries$: Behavior<readonly BusEntry[]>;
  readonly onEvent: (event: string, payload: unknown) => void;
  readonly onViolation: (violation: BusViolation) => void;
  /** The bus as a remote gets it, so that it is known who emits and who listens. */
  readonly watch: (bus: Bus, remote: string) => Bus;
  readonly clear: () => void;
}

const most = 500;
const shell = 'shell';

/** Who is known to listen to which event, as often as they do. */
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

/** What goes over the bus of this page, for those who develop it. */
export const createBusRecord = (clock: () => number = () => performance.now()): BusRecord => {
  const entries$ = new BehaviorSubject<readonly BusEntry[]>([]);
  const listeners = createListeners();
  const began = clock();
  let producer = shell;
  let last = 0;

  const add = (event: string, rest: Pick<BusEntry, 'payload' | 'problem'>) => {
    const entry = { id: ++last, at: clock() - began, event, producer, consumers: listeners.of(event), ...rest };
    entries$.next([...entries$.value.slice(1 - most), entry]);
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
