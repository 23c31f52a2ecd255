import type { Storage } from '../remote/host.ts';

/** Stored by version 0.1.0, whoever was signed in: nobody's for sure. */
const earlier = { token: 'push.token', state: 'push.state', unsubscribed: 'push.unsubscribed' } as const;

/**
 * What this browser stores of a person's subscription (A4.20, A4.21): its token and that it is on in local storage, that
 * it has been renewed in this visit in session storage, and that the person does not want it.
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
    /** Subscribed, and seen to in this visit. */
    on: () => local.get(state) === 'on' && session.get(state) === 'on' && local.get(token) !== undefined,
    /** The service ends only what is the person's own. */
    token: () => local.get(token) ?? local.get(earlier.token),
    /** Who turned it off in this browser before it knew whose that was is not subscribed again. */
    unsubscribed: () => (local.get(unsubscribed) ?? local.get(earlier.unsubscribed)) === 'true',
    subscribed(fcmToken: string) {
      forget();
      local.set(token, fcmToken);
      local.set(state, 'on');
      session.set(state, 'on');
      local.set(unsubscribed, 'false');
    },
    turnedOff() {
      forget();
      local.set(state, 'off');
      session.set(state, 'off');
      local.set(unsubscribed, 'true');
    },
    /** The person leaves this browser, and has not turned anything off. */
    left: forget,
  };
};
