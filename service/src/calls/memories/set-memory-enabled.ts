import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { implement } from '../implement.ts';

export default implement(calls.memories.setMemoryEnabled, async ({ services, user }, { enabled }) => {
  await services.database.db.update(schema.users).set({ memoryEnabled: enabled }).where(eq(schema.users.id, user.id));
  services.sessions.forget(user.id);
  return {};
});
