import type { PushPort } from './port.ts';

/** No notifications: nobody can subscribe, and nothing is sent. */
export const createPushOff = (): PushPort => ({
  publicKey: undefined,
  register: async () => undefined,
  send: async () => 'failed',
});
