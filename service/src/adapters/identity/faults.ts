import { errors } from 'jose';
import { ClientError } from 'openid-client';
import { IdentityError, type IdentityFault } from '../../ports/identity.ts';

/** Codes for a provider that does not answer, or answers with something invalid. */
const unanswered = ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC', 'OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'];

/** Distinguishes failures of the network or the provider from an invalid code or token. */
const faultOf = (error: unknown): IdentityFault => {
  if (error instanceof errors.JOSEError || error instanceof ClientError)
    return unanswered.includes(error.code ?? '') || error.cause instanceof TypeError ? 'unavailable' : 'refused';
  return error instanceof TypeError ? 'unavailable' : 'refused';
};

export const guarded = async <T>(work: () => Promise<T>, fault?: IdentityFault): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdentityError) throw error;
    throw new IdentityError(fault ?? faultOf(error), error);
  }
};

export const refuse = (why: string): never => {
  throw new IdentityError('refused', new Error(why));
};
