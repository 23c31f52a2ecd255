import * as calls from '@atrium/shared-kernel/contracts/calls';
import { endAgent } from '../../domain/agents/edit.ts';
import { implement } from '../implement.ts';

/** Chats that were held with the agent stay; they go on with the one that replaces it, else without. */
export default implement(calls.agents.deleteAgent, async ({ services, user, basedOn }, { flowId, replacedBy }) => {
  await services.database.db.transaction((tx) => endAgent(tx, user.id, { agentId: flowId, replacedBy, basedOn }));
  return {};
});
