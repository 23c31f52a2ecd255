import * as z from 'zod/mini';
import type * as calls from '../calls/auth.ts';
import { identityProviders } from '../constants.ts';
import { messages } from '../validation.ts';
import { badRequest, conflict, decisive, forbidden, rateLimited } from './define.ts';
import type { FailsWith } from './fails-with.ts';

const provider = () => z.object({ provider: z.enum(identityProviders) });
const providerNames = { google: 'Google', apple: 'Apple', azure: 'Microsoft' } as const;

export const failures = {
  'wrong-credentials': badRequest('The email address or the password is incorrect.'),
  'password-required': decisive(badRequest('Password required.')),
  'wrong-password': badRequest('The password is incorrect.'),
  'no-password': badRequest('This account has no password. Please log in again another way.'),
  'sign-in-again': forbidden('Your last log-in was a while ago. For your safety, please log in again first.', () =>
    z.object({ password: z.boolean() }),
  ),
  'last-way-in': conflict('This is your only way to log in. Set a password or add another way first.'),
  'identity-taken': conflict(
    (details) => `This ${providerNames[details.provider]} account belongs to another Atrium account.`,
    provider,
  ),
  'same-email': badRequest(messages.sameEmail),
  'invalid-link': badRequest('This link is no longer valid. Please request a new one.'),
  'email-taken': conflict('There is already an account with this email address.'),
  'account-exists': badRequest(
    'There is already an account with this email address. Please log in as you did before, then connect this provider in your settings.',
  ),
  'account-changed': badRequest('Your account changed in the meantime. Please log in again.'),
  'email-not-shared': badRequest(
    (details) =>
      `${providerNames[details.provider]} did not share an email address. Please allow it there, or sign up with your email.`,
    provider,
  ),
  'provider-not-set-up': badRequest(
    (details) => `Logging in with ${providerNames[details.provider]} is not set up here.`,
    provider,
  ),
  'provider-unreachable': badRequest(
    (details) =>
      `${providerNames[details.provider]} can’t be reached right now. Please try again in a moment, or log in another way.`,
    provider,
  ),
  'sign-in-not-verified': badRequest(
    (details) => `The sign-in with ${providerNames[details.provider]} could not be verified. Please try again.`,
    provider,
  ),
  'sign-in-expired': badRequest('This sign-in has expired or began in another browser. Please try again.'),
  'too-many-logins': rateLimited('Too many login attempts.'),
  'too-many-social-logins': rateLimited('Too many login attempts, please wait.'),
  'too-many-attempts': rateLimited('Too many attempts, please wait.'),
  'too-many-sign-ups': rateLimited('Too many sign-ups, please wait.'),
  'too-many-resets': rateLimited('You have recently reset your password, please check your email.'),
  'too-many-confirmations': rateLimited('We have sent you a link a moment ago, please check your email.'),
  'too-many-email-changes': rateLimited('You’ve requested too many changes. Please wait before you try again.'),
} as const;

const social = [
  'identity-taken',
  'sign-in-expired',
  'provider-unreachable',
  'sign-in-not-verified',
  'email-not-shared',
  'account-exists',
  'account-changed',
] as const;

export const failsWith = {
  login: ['wrong-credentials', 'account-changed', 'too-many-logins'],
  register: ['email-taken', 'account-changed', 'too-many-sign-ups'],
  logout: [],
  forgotPassword: ['too-many-resets'],
  resetWithHash: ['invalid-link', 'too-many-attempts'],
  changeEmail: [
    'forbidden',
    'same-email',
    'password-required',
    'wrong-password',
    'sign-in-again',
    'too-many-attempts',
    'too-many-email-changes',
  ],
  changeWithHash: ['invalid-link', 'email-taken', 'too-many-attempts'],
  confirmPassword: ['password-required', 'wrong-password', 'no-password', 'account-changed', 'too-many-attempts'],
  changePassword: ['password-required', 'wrong-password', 'no-password', 'account-changed', 'too-many-attempts'],
  listConnections: [],
  startConnection: [
    'sign-in-again',
    'provider-not-set-up',
    'provider-unreachable',
    'sign-in-not-verified',
    'too-many-social-logins',
  ],
  removeConnection: ['sign-in-again', 'last-way-in'],
  resendConfirmation: ['too-many-confirmations'],
  google: social,
  apple: social,
  azure: social,
  listProviders: [],
  startSocialLogin: ['provider-not-set-up', 'provider-unreachable', 'sign-in-not-verified', 'too-many-social-logins'],
} as const satisfies FailsWith<typeof calls>;
