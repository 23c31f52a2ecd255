import { isCallError } from '@atrium/shared-kernel/client';

/** Whether the service refused a change because what it was based on has moved on. */
export const isStale = (error: unknown): boolean => isCallError(error) && error.code === 'stale';
