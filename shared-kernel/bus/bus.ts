import { concat, defer, filter, map, type Observable, of, Subject } from 'rxjs';
import type { EventDef, Infer, InferInput } from '../contracts/define.ts';
import { checkedAs } from '../contracts/schema.ts';

/** `emit` checks a payload against the producer's contract. `on` emits only payloads that also pass the consumer's. */
export interface Bus<Emits extends EventDef = EventDef, Handles extends EventDef = EventDef> {
  emit<E extends Emits>(event: E, payload: InferInput<E['payload']>): void;
  on<E extends Handles>(event: E): Observable<Infer<E['payload']>>;
}

/** A payload that breaks a contract. It is dropped, and `blame` names the owner. */
export interface BusViolation {
  readonly event: string;
  readonly blame: string;
  readonly side: 'producer' | 'consumer';
  readonly reason: string;
}

export interface BusOptions {
  readonly onViolation: (violation: BusViolation) => void;
  /** Sees every accepted payload: the bus inspector. */
  readonly onEvent?: (event: string, payload: unknown) => void;
}

/**
 * The event bus. A payload is checked against the producer's contract, and against the consumer's before a listener
 * gets it, because two remotes may be built against different versions of the contract.
 */
export const createBus = ({ onViolation, onEvent }: BusOptions): Bus => {
  const wire$ = new Subject<{ event: string; payload: unknown }>();
  const latest = new Map<string, unknown>();

  const accept = <E extends EventDef>(event: E, payload: unknown, side: BusViolation['side']) => {
    const result = checkedAs<E['payload']>(event.payload, payload);
    if (result.success) return { payload: result.data };
    const reason = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
    onViolation({ event: event.name, blame: event.owner, side, reason });
    return undefined;
  };

  return {
    emit(event, payload) {
      const accepted = accept(event, payload, 'producer');
      if (!accepted) return;
      if (event.replay) latest.set(event.name, accepted.payload);
      onEvent?.(event.name, accepted.payload);
      wire$.next({ event: event.name, payload: accepted.payload });
    },
    on(event) {
      const live$ = wire$.pipe(
        filter((sent) => sent.event === event.name),
        map((sent) => sent.payload),
      );
      const all$: Observable<unknown> = defer(() =>
        latest.has(event.name) ? concat(of(latest.get(event.name)), live$) : live$,
      );
      return all$.pipe(
        map((payload) => accept(event, payload, 'consumer')),
        filter((accepted) => accepted !== undefined),
        map((accepted) => accepted.payload),
      );
    },
  };
};
