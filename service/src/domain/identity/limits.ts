import type { Limit } from '../../ports/limits.ts';

/** Sign-ins at identity providers that one address may begin. */
export const socialLoginOfAddress: Limit = { name: 'social-login-address', points: 60, seconds: 10 * 60 };
