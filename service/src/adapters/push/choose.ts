import type { PushPort } from '../../ports/push.ts';
import type { FcmConfig } from './fcm-config.ts';
import { createFcm, type FcmOptions } from './fcm.ts';

/** No notifications: nobody can subscribe, and nothing is sent. */
const createPushOff = (): PushPort => ({
  publicKey: undefined,
  register: async () => undefined,
  send: async () => 'failed',
});

/** Chooses the adapter by the configuration. */
export const choosePush = (config: FcmConfig | undefined, options: FcmOptions): PushPort =>
  config ? createFcm(config, options) : createPushOff();
