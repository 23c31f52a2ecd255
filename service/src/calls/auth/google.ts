import { google } from '@atrium/shared-kernel/contracts/calls/auth';
import { finishSocialLogin } from './social-login.ts';
import { implement } from '../implement.ts';

/** The page submits the ID token that the callback received for the code. */
export default implement(google, (context, { token }) =>
  finishSocialLogin(context, 'google', [token], ({ nonce }) =>
    context.services.identity.verify('google', token, nonce),
  ),
);
