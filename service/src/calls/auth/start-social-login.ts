import { startSocialLogin } from '@atrium/shared-kernel/contracts/calls/auth';
import { implement } from '../implement.ts';
import { redirectToProvider } from './social-login.ts';

export default implement(startSocialLogin, (context, { provider }) => redirectToProvider(context, provider));
