import * as calls from '@atrium/shared-kernel/contracts/calls';
import { agentsFor } from '../../domain/agents/agents.ts';
import { implement } from '../implement.ts';

export default implement(calls.agents.listAgents, async ({ services, user }) => ({
  flows: await agentsFor(services.database.db, user),
}));
