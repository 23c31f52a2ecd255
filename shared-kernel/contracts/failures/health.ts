import type * as calls from '../calls/health.ts';
import { rateLimited } from './define.ts';
import type { FailsWith } from './fails-with.ts';

export const failures = {
  'too-many-reports': rateLimited('Too many reports at once, please wait.'),
} as const;

export const failsWith = { reportReleases: ['too-many-reports'] } as const satisfies FailsWith<typeof calls>;
