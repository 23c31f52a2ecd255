import { isCallFailure } from '@atrium/shared-kernel/failure';
import type * as calls from '@atrium/shared-kernel/contracts/calls';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import type { Behavior, CallOptions, Client, Outbox } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, type Observable, Subject } from 'rxjs';

/** Handles a call: makes it by `request`, or answers it in another way. */
export type CallHandler = (
  request: () => Promise<unknown>,
  call: CallDef,
  input: unknown,
  options?: CallOptions,
) => Promise<unknown>;

export interface EarlyCalls {
  /** Calls the service directly, without the offline features. */
  readonly direct: Client;
  readonly outbox$: Behavior<Outbox | undefined>;
  /** The answers of the service from before the offline features were loaded. */
  readonly answers: [call: CallDef, input: unknown, answer: unknown][];
  /**
   * Emits when a call waits for the offline features: one that does not reach the service, as they may have a stored
   * answer, or one that signs out, as they know what would be lost.
   */
  readonly unanswered$: Observable<unknown>;
  /** From now on `handle` handles each call, and `outbox` holds the waiting changes. */
  readonly handOver: (handle: CallHandler, outbox?: Outbox) => void;
}

type SignsOut =
  | typeof calls.auth.logout.name
  | typeof calls.profile.deleteUser.name
  | typeof calls.session.endAllSessions.name;
/** The names of the calls that sign the person out. */
export const signOuts: ReadonlySet<string> = new Set<SignsOut>([
  'auth.logout',
  'profile.deleteUser',
  'session.endAllSessions',
]);

/** The service was not reached: no network, or nothing behind the edge. */
export const isUnreachable = (error: unknown): boolean =>
  isCallFailure(error) && [0, 502, 503, 504].includes(error.status);

/** Creates a client whose calls are handled by the offline features once they are loaded, after the first screen. */
export const createEarlyCalls = (direct: Client): { client: Client; early: EarlyCalls } => {
  const answers: EarlyCalls['answers'] = [];
  const unanswered$ = new Subject<void>();
  const outbox$ = new BehaviorSubject<Outbox | undefined>(undefined);
  const next = Promise.withResolvers<CallHandler>();
  const handleLater: CallHandler = async (...args) => {
    unanswered$.next();
    return (await next.promise)(...args);
  };
  let handle: CallHandler = async (request, call, input, options) => {
    if (signOuts.has(call.name)) return handleLater(request, call, input, options);
    try {
      const answer = await request();
      answers.push([call, input, answer]);
      return answer;
    } catch (error) {
      if (call.method === 'POST' || !isUnreachable(error)) throw error;
      return handleLater(() => Promise.reject(error), call, input);
    }
  };
  const call = (...args: Parameters<Client['call']>) => handle(() => direct.call(...args), ...args);
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer fits its call, whoever gives it
    client: { ...direct, call: call as unknown as Client['call'] },
    early: {
      direct,
      outbox$,
      answers,
      unanswered$,
      handOver(to, outbox) {
        handle = to;
        next.resolve(to);
        outbox$.next(outbox);
      },
    },
  };
};
