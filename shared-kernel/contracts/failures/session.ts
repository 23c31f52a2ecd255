import type * as calls from '../calls/session.ts';
import { notFound } from './define.ts';
import type { FailsWith } from './fails-with.ts';

export const failures = {
  'unknown-session': notFound('This session has already ended.'),
} as const;

export const failsWith = {
  getUser: [],
  getIpInfo: [],
  ping: [],
  authPing: [],
  listSessions: [],
  endSession: ['unknown-session'],
  endAllSessions: [],
} as const satisfies FailsWith<typeof calls>;
