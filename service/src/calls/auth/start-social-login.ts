import { startSocialLogin } from '@atrium/shared-kernel/contracts/calls/auth';
import { providerNames } from '../../ports/identity.ts';
import { networkOf } from '../../domain/accounts/networks.ts';
import { takePoints } from '../../domain/accounts/limits.ts';
import { socialLoginOfAddress } from '../../domain/identity/limits.ts';
import { toCallError } from './social-login.ts';
import { badRequest } from '../../errors.ts';
import { implement } from '../implement.ts';

export default implement(startSocialLogin, async (context, { provider }) => {
  const { services, origin, attemptToken, setAttempt, log } = context;
  const { identity, signInAttempts } = services;
  if (!identity.providers.includes(provider))
    throw badRequest(`Logging in with ${providerNames[provider]} is not set up here.`);
  await takePoints(services, [[socialLoginOfAddress, networkOf(context.ip)]], 'Too many login attempts, please wait.');
  const { attempt, ...cookie } = await signInAttempts.start(provider, origin, attemptToken);
  try {
    const redirectUrl = await identity.authorizationUrl(provider, attempt);
    setAttempt(cookie);
    return { redirectUrl };
  } catch (error) {
    await signInAttempts.drop(provider, attempt.state);
    throw toCallError(error, provider, log);
  }
});
