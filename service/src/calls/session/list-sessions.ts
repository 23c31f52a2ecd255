import { listSessions } from '@atrium/shared-kernel/contracts/calls/session';
import { implement } from '../implement.ts';

export default implement(listSessions, async ({ services, user, token }) => {
  const found = await services.sessions.list(user.id, token);
  return {
    sessions: found.map(({ id, device, place, createdDate, lastUsedDate, current }) => ({
      _id: id,
      device,
      place: place ?? undefined,
      lastUse: lastUsedDate.toISOString(),
      createdDate: createdDate.toISOString(),
      current,
    })),
  };
});
