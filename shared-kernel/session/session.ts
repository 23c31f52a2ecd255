import { BehaviorSubject } from 'rxjs';
import type { Client } from '../client/client.ts';
import { isCallFailure } from '../client/failure.ts';
import type { Behavior } from '../contracts/behavior.ts';
import * as sessionCalls from '../contracts/calls/session.ts';
import { subscriptionGrace } from '../contracts/constants.ts';
import type { User } from '../contracts/entities/user.ts';

/** Active means that the end date plus 24 hours is in the future (A4.07). `now` in ms since the epoch. */
export const isActive = (subscriptionEndDate: string | undefined, now = Date.now()): boolean =>
  subscriptionEndDate !== undefined && Date.parse(subscriptionEndDate) + subscriptionGrace > now;

export interface Session {
  /** Undefined: a visitor, or not known yet while `authVersion$` is 0. */
  readonly user$: Behavior<User | undefined>;
  /** Counts fetches of the user that gave an answer (A4.02 to A4.05). */
  readonly authVersion$: Behavior<number>;
  /** Fetches the user again; resolves with the user, or undefined for a visitor. */
  refresh(): Promise<User | undefined>;
  /** Changes the stored user at once; the caller rolls back where its call fails. */
  patch(change: Partial<User>): void;
}

export interface OwnedSession extends Session {
  /** `here`: somebody signed in or out on this page itself, as every remote says that asks. */
  refresh(here?: boolean): Promise<User | undefined>;
  /**
   * Somebody else may be signed in by now: the user is fetched again, unless that is under way. With `changed` it is fetched
   * once more after that: what is under way may have been asked before the change.
   */
  recheck(changed?: boolean): void;
  /** This page itself signs its person out by `call`: until that fails, nobody being signed in is no news from elsewhere. */
  leave(call: Promise<unknown>): void;
  /** For whom this page is made: a user's id, `none` for a visitor; undefined until the user has been fetched. */
  person(): string | undefined;
}

/**
 * The session as the browser knows it (A4.01 to A4.05). `refresh` rejects with a `CallError` where the service could
 * not say who this is: the stored user stays. A page belongs to one person, who may sign in and out on it; `onOther` is
 * told of anybody else, whom the page itself never gets to know.
 */
export const createSession = (client: Client, onOther?: (user: User | undefined) => void): OwnedSession => {
  const user$ = new BehaviorSubject<User | undefined>(undefined);
  const authVersion$ = new BehaviorSubject(0);
  let latest = 0;
  let running = 0;
  let again = false;
  let leaving = false;
  /** Who was signed in here last: what they did is still in the memory of the page. */
  let owner: string | undefined;

  const settle = (user: User | undefined, here: boolean) => {
    const id = user?._id;
    const same = id === user$.value?._id;
    const expected = id ? here && (!owner || id === owner) : here || leaving;
    if (onOther && authVersion$.value > 0 && !same && !expected) {
      onOther(user);
      // Whoever waits for it would go on as somebody else.
      return new Promise<never>(() => {});
    }
    owner = id ?? owner;
    leaving &&= id !== undefined;
    user$.next(user);
    authVersion$.next(authVersion$.value + 1);
    return user;
  };

  const refresh = async (here = true): Promise<User | undefined> => {
    const turn = ++latest;
    running += 1;
    try {
      const user = await client.call(sessionCalls.getUser, {});
      return turn === latest ? settle(user, here) : user$.value;
    } catch (error) {
      if (!isCallFailure(error) || error.status !== 401) throw error;
      return turn === latest ? settle(undefined, here) : user$.value;
    } finally {
      running -= 1;
      if (running === 0 && again) recheck();
    }
  };
  const recheck = (changed = false) => {
    again = running > 0 && (again || changed);
    // A failed fetch leaves the stored user: nothing else is to be done about it here.
    if (running === 0) refresh(false).catch(() => undefined);
  };

  return {
    user$,
    authVersion$,
    refresh,
    recheck,
    leave(call) {
      leaving = true;
      call.catch(() => (leaving = false));
    },
    person: () => (authVersion$.value > 0 ? (user$.value?._id ?? 'none') : undefined),
    patch(change) {
      if (user$.value) user$.next({ ...user$.value, ...change });
    },
  };
};
