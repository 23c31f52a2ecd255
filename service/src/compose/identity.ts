import type { Config } from '../config.ts';
import { createStandIn } from '../local/identity/stand-in.ts';
import type { Services } from '../calls/services.ts';
import { createConsent } from '../adapters/consent/oauth.ts';
import { createIdentity } from '../adapters/identity/openid.ts';

/**
 * The identity providers that are set up. Without any the stand-in takes their place, but only where the mailbox is
 * open too: there everybody may be anybody.
 */
export const openIdentity = (
  { identity: settings, mailbox, origins }: Config,
  now?: () => number,
): Pick<Services, 'identity' | 'identityStandIn' | 'consent'> => {
  const identityStandIn = mailbox && Object.keys(settings).length === 0 ? createStandIn(origins) : undefined;
  const parts = identityStandIn ? { settings: identityStandIn.settings, fetch: identityStandIn.fetch } : { settings };
  return { identity: createIdentity({ ...parts, now }), consent: createConsent(parts), identityStandIn };
};
