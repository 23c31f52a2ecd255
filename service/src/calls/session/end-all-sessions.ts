import { endAllSessions } from '@atrium/shared-kernel/contracts/calls/session';
import { implement } from '../implement.ts';

export default implement(endAllSessions, async ({ services, user, setSession }) => {
  await services.sessions.endAll(user.id);
  setSession(undefined);
  return {};
});
