import * as calls from '@atrium/shared-kernel/contracts/calls';
import { defineRemote } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '#contracts/dialogs';
import * as events from '#contracts/events';
import { commands } from '#contracts/slots/workspace';
import * as z from 'zod/mini';

export default defineRemote({
  name: 'mf-auth',
  exposes: {
    './login': './src/login/login-page.tsx',
    './sign-up': './src/registration/sign-up-page.tsx',
    './reset': './src/forgotten/reset-page.tsx',
    './set': './src/new-password/set-page.tsx',
    './change': './src/confirmation/change-page.tsx',
    './google': './src/social/social-return.tsx#GoogleReturn',
    './apple': './src/social/social-return.tsx#AppleReturn',
    './azure': './src/social/social-return.tsx#AzureReturn',
    './onboarding': './src/welcome/onboarding-page.tsx',
    './terms': './src/legal/terms-dialog.tsx',
    './privacy': './src/legal/privacy-dialog.tsx',
    './terms-page': './src/legal/terms-page.tsx',
    './privacy-page': './src/legal/privacy-page.tsx',
  },
  paints: {
    './login': './src/login/login-page.static.tsx',
    './sign-up': './src/registration/sign-up-page.static.tsx',
    './reset': './src/forgotten/reset-page.static.tsx',
  },
  routes: [
    { path: '/auth/login', title: 'Log in', expose: './login' },
    { path: '/auth/signup', title: 'Sign up', expose: './sign-up' },
    { path: '/auth/reset', title: 'Forgot your password?', expose: './reset' },
    { path: '/auth/set', title: 'Set a new password', expose: './set' },
    { path: '/auth/change', title: 'Confirm your email', expose: './change' },
    { path: '/auth/google', title: 'Log in with Google', expose: './google' },
    { path: '/auth/apple', title: 'Log in with Apple', expose: './apple' },
    { path: '/auth/azure', title: 'Log in with Microsoft', expose: './azure' },
    { path: '/onboarding', title: 'Welcome', expose: './onboarding' },
    { path: '/terms', title: 'Terms of service', expose: './terms-page' },
    { path: '/privacy', title: 'Privacy notice', expose: './privacy-page' },
  ],
  // Only visitors need these.
  fills: [
    { slot: commands, expose: './login', label: 'Log in', icon: 'enter', order: -2, when: { roles: ['visitor'] } },
    { slot: commands, expose: './sign-up', label: 'Sign up', icon: 'enter', order: -1, when: { roles: ['visitor'] } },
  ],
  dialogs: [
    { dialog: dialogs.auth.terms, expose: './terms' },
    { dialog: dialogs.auth.privacy, expose: './privacy' },
  ],
  opens: [dialogs.auth.terms, dialogs.auth.privacy],
  emits: [events.auth.signedIn, events.auth.onboarded],
  handles: [],
  calls: [
    calls.auth.listProviders,
    calls.auth.startSocialLogin,
    calls.auth.google,
    calls.auth.apple,
    calls.auth.azure,
    calls.auth.login,
    calls.auth.register,
    calls.auth.forgotPassword,
    calls.auth.resetWithHash,
    calls.auth.changeWithHash,
    calls.passkeys.startPasskeyLogin,
    calls.passkeys.finishPasskeyLogin,
    calls.profile.updateUser,
  ],
  first: { './login': [calls.auth.listProviders], './sign-up': [calls.auth.listProviders] },
  // `notice` is shown below the forms: what users must know about an environment, for example that its data is deleted
  // regularly.
  configuration: {
    schema: () => z.object({ notice: z.optional(z.string().check(z.minLength(1), z.maxLength(200))) }),
  },
});
