import { startSocialLogin } from '@atrium/shared-kernel/contracts/calls/auth';
import { implement } from '../implement.ts';
import { beginSocialLogin } from './social-login.ts';

export default implement(startSocialLogin, (context, { provider }) => beginSocialLogin(context, provider));
