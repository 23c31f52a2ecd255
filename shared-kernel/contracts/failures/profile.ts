import type * as calls from '../calls/profile.ts';
import { badRequest, conflict } from './define.ts';
import type { FailsWith } from './fails-with.ts';

export const failures = {
  'unknown-time-zone': badRequest('timeZone: There is no such time zone.'),
  'username-taken': conflict('This username is taken.'),
  'picture-not-uploaded': badRequest('avatarImageUrl: The picture must be an uploaded one.'),
  'picture-too-large': badRequest('This picture is too large.'),
} as const;

export const failsWith = {
  updateUser: ['unknown-model', 'unknown-time-zone', 'username-taken', 'picture-not-uploaded', 'picture-too-large'],
  deleteUser: ['sign-in-again', 'payment-pending'],
} as const satisfies FailsWith<typeof calls>;
