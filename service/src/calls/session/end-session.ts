import { endSession } from '@atrium/shared-kernel/contracts/calls/session';
import { notFound } from '../../errors.ts';
import { implement } from '../implement.ts';

/** To end the session that asks is to log out. */
export default implement(endSession, async ({ services, user, token, setSession }, { sessionId }) => {
  if (!(await services.sessions.endOne(user.id, sessionId))) throw notFound('This session has ended already.');
  if (token !== undefined && !(await services.sessions.viewer(token))) setSession(undefined);
  return {};
});
