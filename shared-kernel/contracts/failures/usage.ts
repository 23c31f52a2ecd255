import type * as calls from '../calls/usage.ts';
import type { FailsWith } from './fails-with.ts';

export const failures = {} as const;

export const failsWith = {
  getUsage: ['not-team-admin'],
  getModelUsage: ['not-team-admin'],
  setBudget: ['unknown-team', 'unknown-member', 'not-team-admin'],
} as const satisfies FailsWith<typeof calls>;
