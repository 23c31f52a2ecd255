import { createFcm, type FcmOptions } from './fcm.ts';
import type { FcmConfig } from './fcm-config.ts';
import { createPushOff } from './off.ts';
import type { PushPort } from '../../ports/push.ts';

/** The adapter that the configuration asks for. */
export const choosePush = (config: FcmConfig | undefined, options: FcmOptions): PushPort =>
  config ? createFcm(config, options) : createPushOff();
