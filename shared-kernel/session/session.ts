import { BehaviorSubject } from 'rxjs';
import * as sessionCalls from '../contracts/calls/session.ts';
import type { User } from '../contracts/entities/user.ts';
import { isCallError } from '../client/call-error.ts';
import type { Client, Session } from '../remote/host.ts';

export { isActive } from './subscription.ts';

export interface OwnedSession extends Session {
  /** A call answered 401: the user is fetched again, unless that is under way. */
  recheck(): void;
}

/**
 * The session as the browser knows it (A4.01 to A4.05). `refresh` rejects with a `CallError` where the service could
 * not say who this is: the stored user stays.
 */
export const createSession = (client: Client): OwnedSession => {
  const user$ = new BehaviorSubject<User | undefined>(undefined);
  const authVersion$ = new BehaviorSubject(0);
  let latest = 0;
  let running = 0;

  const settle = (user: User | undefined) => {
    user$.next(user);
    authVersion$.next(authVersion$.value + 1);
    return user;
  };

  const refresh = async (): Promise<User | undefined> => {
    const turn = ++latest;
    running += 1;
    try {
      const user = await client.call(sessionCalls.getUser, {});
      return turn === latest ? settle(user) : user$.value;
    } catch (error) {
      if (!isCallError(error) || error.status !== 401) throw error;
      return turn === latest ? settle(undefined) : user$.value;
    } finally {
      running -= 1;
    }
  };

  return {
    user$,
    authVersion$,
    refresh,
    recheck() {
      // A failed fetch leaves the stored user: nothing else is to be done about it here.
      if (running === 0) refresh().catch(() => undefined);
    },
    patch(change) {
      if (user$.value) user$.next({ ...user$.value, ...change });
    },
  };
};
