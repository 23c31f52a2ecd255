import { createConsent } from '../adapters/consent/oauth.ts';
import { createIdentity } from '../adapters/identity/openid.ts';
import type { Services } from '../calls/services.ts';
import type { Config } from '../config.ts';
import type { LocalParts } from './local-parts.ts';

/** The identity providers that are set up; without any, their stand-in where there is one. */
export const openIdentity = (
  { identity: settings }: Config,
  local: LocalParts | undefined,
  now?: () => number,
): Pick<Services, 'identity' | 'consent'> => {
  const parts = local?.identity ?? { settings };
  return { identity: createIdentity({ ...parts, now }), consent: createConsent(parts) };
};
