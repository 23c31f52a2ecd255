import * as calls from '@atrium/shared-kernel/contracts/calls';
import { agentOnWire, findAgent, managedAgent, markClicked, sharedAgent } from '../../domain/agents/agents.ts';
import { implement } from '../implement.ts';

export default implement(calls.agents.getAgent, async ({ services, user }, { flowId, look }) => {
  const { db } = services.database;
  const row = await findAgent(db, user, flowId);
  if (!row) {
    const managed = await managedAgent(db, user.id, flowId);
    return managed ? agentOnWire(db, user, managed) : sharedAgent(db, flowId);
  }
  if (!look) await markClicked(db, user, row.id);
  return agentOnWire(db, user, row);
});
