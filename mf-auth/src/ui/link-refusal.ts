import { isCallError } from '@atrium/shared-kernel/client';

const statuses = [400, 404, 409, 410];

/** Whether an answer speaks of the link itself: used, expired, replaced by a newer one, or never given. */
export const isLinkRefused = (error: unknown): boolean => isCallError(error) && statuses.includes(error.status);
