import { messageOf } from '@atrium/shared-kernel/client';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { InferInput } from '@atrium/shared-kernel/contracts/define';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import * as events from '#contracts/events';
import { newId } from '@atrium/shared-kernel/contracts/new-id';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useState } from 'react';
import { useHost } from '../remote.ts';

type AgentRequest = InferInput<typeof calls.agents.createEditAgent.input>;

interface Ends {
  /** Called before the save. Gives a function that is called if it fails. */
  readonly submit: () => () => void;
  readonly done: () => void;
  /** Someone else has changed the agent, whose current state has to be shown. */
  readonly onStale: () => Promise<unknown>;
}

/**
 * Saves or replaces an agent, emits the change and closes the dialog with the agent. A failure is shown in an alert and
 * leaves the form as it is.
 */
export const useSaveAgent = ({ submit, done, onStale }: Ends, basedOn: string | undefined) => {
  const { client, bus, alerts, close } = useHost();
  const [saving, setSaving] = useState(false);
  /** Each try to create an agent has the same id: the service may have created it although its answer was lost. */
  const [newFlowId] = useState(newId);
  const attempt = async (act: () => Promise<Agent | undefined>) => {
    setSaving(true);
    const putBack = submit();
    try {
      const agent = await act();
      done();
      close(agent);
    } catch (error) {
      putBack();
      if (isGeneralFailure(error, 'stale')) await onStale();
      else alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
      setSaving(false);
    }
  };
  return {
    saving,
    save: (request: AgentRequest) =>
      attempt(async () => {
        const whole = request.flowId === undefined ? { ...request, newFlowId } : request;
        const { flow } = await client.call(calls.agents.createEditAgent, whole, { basedOn });
        if (flow) bus.emit(events.workspace.agentsChanged, { agentId: flow._id });
        return flow;
      }),
    /** Deletes the agent `flowId`; `next` replaces it. */
    replace: (flowId: string, next: Agent) =>
      attempt(async () => {
        await client.call(calls.agents.deleteAgent, { flowId, replacedBy: next._id }, { basedOn });
        bus.emit(events.workspace.agentsChanged, { agentId: flowId, deleted: true });
        return next;
      }),
  };
};
