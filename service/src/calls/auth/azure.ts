import { azure } from '@atrium/shared-kernel/contracts/calls/auth';
import { finishSocialLogin } from './social-login.ts';
import { implement } from '../implement.ts';

export default implement(azure, (context, { code, clientInfo, sessionState }) => {
  const { identity } = context.services;
  return finishSocialLogin(context, 'azure', [code, clientInfo ?? '', sessionState ?? ''], async (attempt) =>
    identity.verify('azure', await identity.exchange('azure', code, attempt), attempt.nonce),
  );
});
