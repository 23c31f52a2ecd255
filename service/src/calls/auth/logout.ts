import { logout } from '@atrium/shared-kernel/contracts/calls/auth';
import { implement } from '../implement.ts';

export default implement(logout, async ({ services, token, setSession }) => {
  if (token !== undefined) await services.sessions.end(token);
  setSession(undefined);
  return {};
});
