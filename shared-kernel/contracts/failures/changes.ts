import type * as calls from '../calls/changes.ts';
import { rateLimited } from './define.ts';
import type { FailsWith } from './fails-with.ts';

export const failures = {
  'too-many-streams': rateLimited('Your account is open in too many tabs. Please close some of them.'),
} as const;

export const failsWith = { followChanges: ['too-many-streams'] } as const satisfies FailsWith<typeof calls>;
