import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { editableAgent } from '../../domain/agents/edit.ts';
import { implement } from '../implement.ts';

const { agents } = schema;

/** Chats that were held with the agent stay and go on without it. */
export default implement(calls.agents.deleteAgent, async ({ services, user }, { flowId }) => {
  const { db } = services.database;
  const agent = await editableAgent(db, user.id, flowId);
  await db.update(agents).set({ deleted: true, lastUpdate: new Date() }).where(eq(agents.id, agent.id));
  return {};
});
