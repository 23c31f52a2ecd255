import * as calls from '@atrium/shared-kernel/contracts/calls';
import { defineRemote } from '@atrium/shared-kernel/contracts/define';
import * as events from '@atrium/shared-kernel/contracts/events';

export default defineRemote({
  name: 'mf-auth',
  exposes: {
    './login': './src/login.tsx',
    './sign-up': './src/sign-up.tsx',
    './onboarding': './src/onboarding.tsx',
  },
  routes: [
    { path: '/auth/login', title: 'Log in', expose: './login' },
    { path: '/auth/signup', title: 'Sign up', expose: './sign-up' },
    { path: '/onboarding', title: 'Welcome', expose: './onboarding' },
  ],
  fills: [],
  dialogs: [],
  opens: [],
  emits: [events.auth.signedIn, events.auth.onboarded],
  handles: [],
  calls: [calls.auth.login, calls.auth.register, calls.profile.updateUser],
});
