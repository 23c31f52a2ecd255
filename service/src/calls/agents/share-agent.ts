import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { isPremium } from '../../domain/accounts/viewer.ts';
import { editableAgent } from '../../domain/agents/edit.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { implement } from '../implement.ts';

const { agents } = schema;

/**
 * Only a user who may edit an agent can share its link; before that its id alone opens nothing. Without a plan they can
 * only stop sharing: what the link opens must not stay open until they pay again.
 */
export default implement(calls.agents.shareAgent, async ({ services, user }, { flowId, shared }) => {
  const { db } = services.database;
  const agent = await editableAgent(db, user.id, flowId);
  if (shared && !isPremium(user, services.now())) throw new DomainError('premium-needed');
  await db.update(agents).set({ shared }).where(eq(agents.id, agent.id));
  return {};
});
