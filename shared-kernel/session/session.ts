import { BehaviorSubject } from 'rxjs';
import type { Client } from '../client/client.ts';
import { isCallFailure } from '../client/failure.ts';
import type { Behavior } from '../contracts/behavior.ts';
import * as sessionCalls from '../contracts/calls/session.ts';
import { subscriptionGrace } from '../contracts/constants.ts';
import type { User } from '../contracts/entities/user.ts';

/** Whether the end date plus 24 hours is in the future (A4.07). `now` is in milliseconds since 1970. */
export const isActive = (subscriptionEndDate: string | undefined, now = Date.now()): boolean =>
  subscriptionEndDate !== undefined && Date.parse(subscriptionEndDate) + subscriptionGrace > now;

export interface Session {
  /** Undefined for a visitor, and while `authVersion$` is 0, when it is not known yet. */
  readonly user$: Behavior<User | undefined>;
  /** The number of fetches of the user that were answered (A4.02 to A4.05). */
  readonly authVersion$: Behavior<number>;
  /** Fetches the user again. Resolves with the user, or undefined for a visitor. */
  refresh(): Promise<User | undefined>;
  /**
   * Changes the stored user immediately. The caller has to undo it if its call fails. The user as the service had it
   * before `saving` settled does not undo it.
   */
  patch(change: Partial<User>, saving?: Promise<unknown>): void;
}

/** A change of the user that is shown while it is being saved. */
interface Saving {
  readonly change: Partial<User>;
  /** The last fetch that was sent before the service answered. Undefined until then. */
  until?: number;
}

export interface OwnedSession extends Session {
  /** `here`: the user signed in or out on this page itself, which is assumed for every remote that calls this. */
  refresh(here?: boolean): Promise<User | undefined>;
  /**
   * Fetches the user again because another user may be signed in by now, unless a fetch is running. With `changed`,
   * another fetch follows the running one, which may have been sent before the change.
   */
  recheck(changed?: boolean): void;
  /**
   * This page signs its user out by `call`. Until that fails, a missing session is not taken for a sign-out elsewhere.
   */
  leave(call: Promise<unknown>): void;
  /** The user of this page: an id, `none` for a visitor, undefined until the user has been fetched. */
  person(): string | undefined;
}

/**
 * The session as the browser knows it (A4.01 to A4.05). `refresh` rejects with a `CallFailure` if the service could not
 * answer who is signed in; the stored user stays. A page belongs to one user, who may sign in and out on it. `onOther`
 * is called for any other user, whom the page itself never gets.
 */
export const createSession = (client: Client, onOther?: (user: User | undefined) => void): OwnedSession => {
  const user$ = new BehaviorSubject<User | undefined>(undefined);
  const authVersion$ = new BehaviorSubject(0);
  let latestFetch = 0;
  let running = 0;
  let again = false;
  let leaving = false;
  let savings: readonly Saving[] = [];
  /** The id of the last user of this page, whose data is still in its memory. */
  let owner: string | undefined;

  const settle = (fetched: User | undefined, here: boolean) => {
    const id = fetched?._id;
    const same = id === user$.value?._id;
    const expected = id ? here && (!owner || id === owner) : here || leaving;
    if (onOther && authVersion$.value > 0 && !same && !expected) {
      onOther(fetched);
      // Never resolves, because the caller would continue as another user.
      return new Promise<never>(() => {});
    }
    owner = id ?? owner;
    leaving &&= id !== undefined;
    // This is the answer to the latest fetch, so a change that was saved before it is in it.
    savings = fetched ? savings.filter(({ until = latestFetch }) => until >= latestFetch) : [];
    const user: User | undefined = fetched && Object.assign({}, fetched, ...savings.map(({ change }) => change));
    user$.next(user);
    authVersion$.next(authVersion$.value + 1);
    return user;
  };

  /** Until anything is known, an answer need not be the latest: the next ones may take just as long. */
  const counts = (turn: number) => turn === latestFetch || authVersion$.value === 0;
  const refresh = async (here = true): Promise<User | undefined> => {
    const turn = ++latestFetch;
    running += 1;
    try {
      const user = await client.call(sessionCalls.getUser, {});
      return counts(turn) ? settle(user, here) : user$.value;
    } catch (error) {
      if (!isCallFailure(error) || error.status !== 401) throw error;
      return counts(turn) ? settle(undefined, here) : user$.value;
    } finally {
      running -= 1;
      if (running === 0 && again) recheck();
    }
  };
  const recheck = (changed = false) => {
    again = running > 0 && (again || changed);
    // After a failed fetch the stored user stays, and nothing else has to be done here.
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
    patch(change, saving) {
      if (!user$.value) return;
      user$.next({ ...user$.value, ...change });
      if (!saving) return;
      const shown: Saving = { change };
      savings = [...savings, shown];
      const saved = () => (shown.until = latestFetch);
      const failed = () => (savings = savings.filter((other) => other !== shown));
      saving.then(saved, failed);
    },
  };
};
