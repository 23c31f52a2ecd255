import { type Attempt, IdentityError, type Provider, type ProvenIdentity } from '../../ports/identity.ts';
import type { RequestContext } from '../implement.ts';
import type { WarnLog } from '../../log.ts';
import { accountOf } from '../../domain/identity/account.ts';
import { signInBrowser } from './sign-in-browser.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** What the person reads where a provider's part of a sign-in failed; the log gets the cause. */
export const toDomainError = (error: unknown, provider: Provider, log: WarnLog): unknown => {
  if (!(error instanceof IdentityError)) return error;
  log.warn({ provider, fault: error.fault, err: error.cause }, 'A sign-in at an identity provider failed.');
  return new DomainError(error.fault === 'unavailable' ? 'provider-unreachable' : 'sign-in-not-verified', { provider });
};

/**
 * Ends a sign-in at a provider: `answer` is what its page was given, `prove` makes an identity of it. Every failure but
 * our own is a 400 with a message, and none leaves anything that could be used again.
 */
export const finishSocialLogin = async (
  context: RequestContext,
  provider: Provider,
  answer: readonly string[],
  prove: (attempt: Attempt) => Promise<ProvenIdentity>,
): Promise<{ user: { new: boolean } }> => {
  const { services, attemptToken, setAttempt, log } = context;
  const attempt = await services.signInAttempts.take(provider, attemptToken, answer);
  if (!attempt) throw new DomainError('sign-in-expired');
  setAttempt(undefined);
  const identity = await prove(attempt).catch((error: unknown) => {
    throw toDomainError(error, provider, log);
  });
  const account = await accountOf(services, provider, identity, context);
  await signInBrowser(context, account.userId);
  return { user: { new: account.new } };
};
