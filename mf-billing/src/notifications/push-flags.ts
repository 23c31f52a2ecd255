import type { Storage } from '@atrium/shared-kernel/remote';

const token = 'push.token';
const state = 'push.state';
const unsubscribed = 'push.unsubscribed';

/**
 * What this browser keeps of its subscription (A4.20, A4.21): its token and that it is on in local storage, that it has
 * been renewed in this visit in session storage, and that the person does not want it.
 */
export const pushFlags = ({ local, session }: Storage) => ({
  /** Subscribed, and seen to in this visit. */
  on: () => local.get(state) === 'on' && session.get(state) === 'on' && local.get(token) !== undefined,
  token: () => local.get(token),
  unsubscribed: () => local.get(unsubscribed) === 'true',
  subscribed(fcmToken: string) {
    local.set(token, fcmToken);
    local.set(state, 'on');
    session.set(state, 'on');
    local.remove(unsubscribed);
  },
  turnedOff() {
    local.remove(token);
    local.set(state, 'off');
    session.set(state, 'off');
    local.set(unsubscribed, 'true');
  },
  /** The person leaves this browser; the next one has not turned anything off. */
  left() {
    local.remove(token);
    local.remove(state);
    session.remove(state);
  },
});
