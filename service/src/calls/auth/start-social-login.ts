import { startSocialLogin } from '@atrium/shared-kernel/contracts/calls/auth';
import { networkOf } from '../../domain/accounts/networks.ts';
import { consumePoints } from '../../domain/accounts/limits.ts';
import { socialLoginOfAddress } from '../../domain/identity/limits.ts';
import { toDomainError } from './social-login.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

export default implement(startSocialLogin, async (context, { provider }) => {
  const { services, origin, attemptToken, setAttempt, log } = context;
  const { identity, signInAttempts } = services;
  if (!identity.providers.includes(provider)) throw new DomainError('provider-not-set-up', { provider });
  await consumePoints(services, [[socialLoginOfAddress, networkOf(context.ip)]], 'too-many-social-logins');
  const { attempt, ...cookie } = await signInAttempts.start(provider, origin, attemptToken);
  try {
    const redirectUrl = await identity.authorizationUrl(provider, attempt);
    setAttempt(cookie);
    return { redirectUrl };
  } catch (error) {
    await signInAttempts.drop(provider, attempt.state);
    throw toDomainError(error, provider, log);
  }
});
