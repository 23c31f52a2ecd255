import type * as calls from '../calls/help.ts';
import { rateLimited } from './define.ts';
import type { FailsWith } from './fails-with.ts';

export const failures = {
  'too-many-help-messages': rateLimited('You’ve sent many messages. Please wait before you send another.'),
} as const;

export const failsWith = { sendHelpMessage: ['too-many-help-messages'], listApps: [] } as const satisfies FailsWith<
  typeof calls
>;
