import { apple } from '@atrium/shared-kernel/contracts/calls/auth';
import { appleNames } from '../../formats/person-names.ts';
import { finishSocialLogin } from './social-login.ts';
import { implement } from '../implement.ts';

/** Apple sends a person's names only at their first sign-in, next to the code. */
export default implement(apple, (context, { code, appleUser }) => {
  const { identity } = context.services;
  return finishSocialLogin(context, 'apple', [code, appleUser ?? ''], async (attempt) => {
    const proven = await identity.verify('apple', await identity.exchange('apple', code, attempt), attempt.nonce);
    const { firstName, lastName } = appleNames(appleUser);
    return { ...proven, firstName: firstName ?? proven.firstName, lastName: lastName ?? proven.lastName };
  });
});
