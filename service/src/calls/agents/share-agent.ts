import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { editableAgent } from '../../domain/agents/edit.ts';
import { implement } from '../implement.ts';

const { agents } = schema;

/** Only who may change an agent gives its link away; an id alone opens nothing before that. */
export default implement(calls.agents.shareAgent, async ({ services, user }, { flowId, shared }) => {
  const { db } = services.database;
  const agent = await editableAgent(db, user.id, flowId);
  await db.update(agents).set({ shared }).where(eq(agents.id, agent.id));
  return {};
});
