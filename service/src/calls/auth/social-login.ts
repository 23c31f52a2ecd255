import { type Attempt, IdentityError, type Provider, type ProvenIdentity } from '../../ports/identity.ts';
import type { RequestContext, VisitorContext } from '../implement.ts';
import type { WarnLog } from '../../log.ts';
import { consumePoints, socialLoginOfAddress } from '../../domain/accounts/limits.ts';
import { networkOf } from '../../domain/accounts/networks.ts';
import { accountOf, connectIdentity } from '../../domain/identity/account.ts';
import { signInBrowser } from './sign-in-browser.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** Converts a provider's failure during a sign-in to the error for the user; the cause is logged. */
export const toDomainError = (error: unknown, provider: Provider, log: WarnLog): unknown => {
  if (!(error instanceof IdentityError)) return error;
  log.warn({ provider, fault: error.fault, err: error.cause }, 'A sign-in with an identity provider failed.');
  return new DomainError(error.fault === 'unavailable' ? 'provider-unreachable' : 'sign-in-not-verified', { provider });
};

/** Starts a sign-in at a provider. With `userId`, that user wants to connect the provider to their account. */
export const redirectToProvider = async (
  context: RequestContext,
  provider: Provider,
  userId?: string,
): Promise<{ redirectUrl: string }> => {
  const { services, origin, attemptToken, setAttempt, log } = context;
  const { identity, signInAttempts } = services;
  if (!identity.providers.includes(provider)) throw new DomainError('provider-not-set-up', { provider });
  await consumePoints(services, [[socialLoginOfAddress, networkOf(context.ip)]], 'too-many-social-logins');
  const { attempt, ...cookie } = await signInAttempts.start(provider, origin, attemptToken, userId);
  try {
    const redirectUrl = await identity.authorizationUrl(provider, attempt);
    setAttempt(cookie);
    return { redirectUrl };
  } catch (error) {
    await signInAttempts.cancel(provider, attempt.state);
    throw toDomainError(error, provider, log);
  }
};

/**
 * Completes a sign-in at a provider: `answer` is what its page received, and `prove` turns it into an identity. Every
 * failure except our own has a code and a message, and leaves nothing that could be reused.
 */
export const finishSocialLogin = async (
  context: VisitorContext,
  provider: Provider,
  answer: readonly string[],
  prove: (attempt: Attempt) => Promise<ProvenIdentity>,
): Promise<{ user: { new: boolean }; connected?: boolean }> => {
  const { services, attemptToken, setAttempt, log, user } = context;
  const attempt = await services.signInAttempts.consume(provider, attemptToken, answer);
  if (!attempt) throw new DomainError('sign-in-expired');
  setAttempt(undefined);
  const identity = await prove(attempt).catch((error: unknown) => {
    throw toDomainError(error, provider, log);
  });
  if (attempt.userId !== null) {
    // The user who started the connection must still be signed in. Otherwise an identity could be connected to another
    // user's account.
    if (user?.id !== attempt.userId) throw new DomainError('sign-in-expired');
    await connectIdentity(services, user, provider, identity);
    return { user: { new: false }, connected: true };
  }
  const account = await accountOf(services, provider, identity, context);
  await signInBrowser(context, account.userId);
  return { user: { new: account.new } };
};
