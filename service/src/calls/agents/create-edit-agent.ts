import * as calls from '@atrium/shared-kernel/contracts/calls';
import { agentOnWire } from '../../domain/agents/agents.ts';
import { editableAgent, retainedKeys, saveAgent } from '../../domain/agents/edit.ts';
import { requireModel } from '../../domain/models/list-models.ts';
import { attach } from '../../domain/files/attachments.ts';
import { storable } from '../../domain/text.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

export default implement(
  calls.agents.createEditAgent,
  async ({ services, user, basedOn }, { flowId, newFlowId, files, ...request }) => {
    const { db } = services.database;
    const agent = flowId ? await editableAgent(db, user.id, flowId) : undefined;
    const remaining = files ?? agent?.files ?? [];
    if (request.instruction.trim() === '' && remaining.length === 0) throw new DomainError('empty-agent');
    if (request.model && request.model !== agent?.model)
      await requireModel(services, services.database.db, user, request.model);
    const attached =
      files && (await attach(services, user.id, files, await retainedKeys(db, user.id, agent, request.teamId)));
    return db.transaction(async (tx) => {
      const saved = await saveAgent(tx, user.id, flowId, {
        ...request,
        newAgentId: newFlowId,
        basedOn,
        title: storable(request.title),
        instruction: storable(request.instruction),
        welcomeMessage: request.welcomeMessage === undefined ? undefined : storable(request.welcomeMessage),
        files: attached?.map(({ name, type, url, aspectRatio }) => ({
          name,
          type,
          url,
          ...(aspectRatio === null ? {} : { aspectRatio }),
        })),
      });
      return { flow: await agentOnWire(tx, user, saved) };
    });
  },
);
