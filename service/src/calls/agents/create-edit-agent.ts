import * as calls from '@atrium/shared-kernel/contracts/calls';
import { agentOnWire } from '../../domain/agents/agents.ts';
import { saveAgent } from '../../domain/agents/edit.ts';
import { storable } from '../../domain/text.ts';
import { badRequest } from '../../errors.ts';
import { implement } from '../implement.ts';

export default implement(calls.agents.createEditAgent, async ({ services, user }, { flowId, files, ...wish }) => {
  if (files?.length) throw badRequest('Attachments are not available yet.');
  if (wish.instruction.trim() === '') throw badRequest('Instructions or files are required.');
  return services.database.db.transaction(async (tx) => {
    const agent = await saveAgent(tx, user.id, flowId, {
      ...wish,
      title: storable(wish.title),
      instruction: storable(wish.instruction),
    });
    return { flow: await agentOnWire(tx, user, agent) };
  });
});
