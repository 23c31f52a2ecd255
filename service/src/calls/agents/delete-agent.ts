import * as calls from '@atrium/shared-kernel/contracts/calls';
import { endAgent } from '../../domain/agents/edit.ts';
import { implement } from '../implement.ts';

/** Chats with the agent stay; they continue with its replacement, or without an agent. */
export default implement(calls.agents.deleteAgent, async ({ services, user, basedOn }, { flowId, replacedBy }) => {
  await services.database.db.transaction((tx) => endAgent(tx, user.id, { agentId: flowId, replacedBy, basedOn }));
  return {};
});
