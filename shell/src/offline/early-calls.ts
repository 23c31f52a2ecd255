import { isCallFailure } from '@atrium/shared-kernel/failure';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import type { Behavior, CallOptions, Client, Outbox } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, type Observable, Subject } from 'rxjs';

/** Makes a call by `ask`, or does something else about it. */
export type Around = (
  ask: () => Promise<unknown>,
  call: CallDef,
  input: unknown,
  options?: CallOptions,
) => Promise<unknown>;

export interface EarlyCalls {
  /** Calls the service itself, whatever works offline. */
  readonly direct: Client;
  readonly outbox$: Behavior<Outbox | undefined>;
  /** What the service answered before somebody else saw to the calls. */
  readonly answers: [call: CallDef, input: unknown, answer: unknown][];
  /** Emits where a call was not answered, and waits for code that may have a stored answer. */
  readonly unanswered$: Observable<unknown>;
  /** From now on `around` sees to each call, and `outbox` holds what waits. */
  readonly handOver: (around: Around, outbox?: Outbox) => void;
}

/** The service was not reached: no network, or nothing behind the edge. */
export const isUnreachable = (error: unknown): boolean =>
  isCallFailure(error) && [0, 502, 503, 504].includes(error.status);

/** A client that leaves each call to what works offline, which loads behind the first screen. */
export const createEarlyCalls = (direct: Client): { client: Client; early: EarlyCalls } => {
  const answers: EarlyCalls['answers'] = [];
  const unanswered$ = new Subject<void>();
  const outbox$ = new BehaviorSubject<Outbox | undefined>(undefined);
  const next = Promise.withResolvers<Around>();
  let around: Around = async (ask, call, input) => {
    try {
      const answer = await ask();
      answers.push([call, input, answer]);
      return answer;
    } catch (error) {
      if (call.method === 'POST' || !isUnreachable(error)) throw error;
      unanswered$.next();
      return (await next.promise)(() => Promise.reject(error), call, input);
    }
  };
  const call = (...request: Parameters<Client['call']>) => around(() => direct.call(...request), ...request);
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer fits its call, whoever gives it
    client: { ...direct, call: call as unknown as Client['call'] },
    early: {
      direct,
      outbox$,
      answers,
      unanswered$,
      handOver(to, outbox) {
        around = to;
        next.resolve(to);
        outbox$.next(outbox);
      },
    },
  };
};
