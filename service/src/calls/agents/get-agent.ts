import * as calls from '@atrium/shared-kernel/contracts/calls';
import { agentFor, agentOnWire, markClicked } from '../../domain/agents/agents.ts';
import { implement } from '../implement.ts';

export default implement(calls.agents.getAgent, async ({ services, user }, { flowId }) => {
  const { db } = services.database;
  const row = await agentFor(db, user, flowId);
  await markClicked(db, user, row.id);
  return agentOnWire(db, user, row);
});
