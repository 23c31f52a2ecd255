import { endSession } from '@atrium/shared-kernel/contracts/calls/session';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** Ending the requesting session logs the user out. */
export default implement(endSession, async ({ services, user, token, setSession }, { sessionId }) => {
  if (!(await services.sessions.endOne(user.id, sessionId))) throw new DomainError('unknown-session');
  if (token !== undefined && !(await services.sessions.viewer(token))) setSession(undefined);
  return {};
});
