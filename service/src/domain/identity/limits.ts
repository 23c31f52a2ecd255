import type { Limit } from '../../adapters/limits/port.ts';

/** Sign-ins at identity providers that one address may begin. */
export const socialLoginOfAddress: Limit = { name: 'social-login-address', points: 60, seconds: 10 * 60 };
