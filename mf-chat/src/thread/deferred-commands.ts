// One chunk for everything that needs a finished answer.
export { adopt } from './adopt.ts';
export { createAfterReply } from './after-reply.ts';
export { createFollowChanges } from './follow-changes.ts';
export { createReport } from './report.ts';
export { createWaitingMessages } from './waiting-messages.ts';
export { createSelectVersion } from './select-version.ts';
