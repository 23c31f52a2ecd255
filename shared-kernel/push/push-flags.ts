import type { Storage } from '../remote/host.ts';

/** Keys of version 0.1.0, which did not separate users, so it is unknown whose they are. */
const earlier = { token: 'push.token', state: 'push.state', unsubscribed: 'push.unsubscribed' } as const;

/**
 * Whose subscription was renewed in this visit. A page that finds nobody signed in must be able to forget that, and does
 * not know who it was.
 */
const renewed = 'push.renewed';

/** The subscription ends with the session, so it is renewed at the next sign-in, even in the same visit. */
export const forgetRenewal = ({ session }: Storage): void => session.remove(renewed);

/**
 * What this browser stores about a user's subscription (A4.20, A4.21): in local storage its token, whether it is on, and
 * whether the user turned it off, in session storage whether it was renewed in this visit.
 */
export const pushFlags = ({ local, session }: Storage, userId: string) => {
  const [token, state, unsubscribed] = [
    `push.${userId}.token`,
    `push.${userId}.state`,
    `push.${userId}.unsubscribed`,
  ] as const;
  const forget = () => {
    for (const key of [token, state, earlier.token, earlier.state]) local.remove(key);
    session.remove(state);
  };
  return {
    /** Subscribed, and renewed in this visit. */
    on: () =>
      local.get(state) === 'on' &&
      session.get(state) === 'on' &&
      session.get(renewed) === userId &&
      local.get(token) !== undefined,
    /** The token to unsubscribe. The service only ends a subscription of the same user. */
    token: () => local.get(token) ?? local.get(earlier.token),
    /** A user who turned it off in this browser in version 0.1.0 is not subscribed again. */
    unsubscribed: () => (local.get(unsubscribed) ?? local.get(earlier.unsubscribed)) === 'true',
    subscribed(fcmToken: string) {
      forget();
      local.set(token, fcmToken);
      local.set(state, 'on');
      session.set(state, 'on');
      session.set(renewed, userId);
      local.set(unsubscribed, 'false');
    },
    turnedOff() {
      forget();
      local.set(state, 'off');
      session.set(state, 'off');
      local.set(unsubscribed, 'true');
    },
    /** The user signs out without having turned anything off. */
    left: forget,
  };
};
