import { getSharedTitle } from '@atrium/shared-kernel/contracts/calls/agents';
import { agentLinkOfNetwork, consumePoints } from '../../domain/accounts/limits.ts';
import { networkOf } from '../../domain/accounts/networks.ts';
import { sharedAgent } from '../../domain/agents/agents.ts';
import { implement } from '../implement.ts';

export default implement(getSharedTitle, async ({ services, ip }, { flowId }) => {
  await consumePoints(services, [[agentLinkOfNetwork, networkOf(ip)]], 'too-many-agent-links');
  const { title } = await sharedAgent(services.database.db, flowId);
  return { title };
});
