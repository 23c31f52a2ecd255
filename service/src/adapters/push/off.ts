import type { PushPort } from '../../ports/push.ts';

/** No notifications: nobody can subscribe, and nothing is sent. */
export const createPushOff = (): PushPort => ({
  publicKey: undefined,
  register: async () => undefined,
  send: async () => 'failed',
});
