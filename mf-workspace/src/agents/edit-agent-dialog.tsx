import { messageOf } from '@atrium/shared-kernel/client';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import * as dialogs from '#contracts/dialogs';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { Link } from '@atrium/shared-kernel/remote';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccess } from '../access.ts';
import { useHost } from '../remote.ts';
import { AgentForm } from './agent-form.tsx';

/**
 * The agent that is edited, or the shared one that is copied. Once another one has replaced it, the service answers
 * with that one, which is `replacement`, and `agent` remains as it was.
 */
const useAgent = (agentId: string | undefined) => {
  const { client } = useHost();
  const query = useQuery({
    queryKey: ['agent', agentId],
    enabled: agentId !== undefined,
    queryFn: ({ signal }) => client.call(calls.agents.getAgent, { flowId: agentId ?? '', look: 'true' }, { signal }),
  });
  const { data } = query;
  const [agent, setAgent] = useState(data);
  const replacement = agent && data?._id !== agent._id ? data : undefined;
  if (data && data !== agent && !replacement) setAgent(data);
  return { query, agent, replacement };
};

/** Agents of the same owner or team as the one that is edited. */
const useOthers = (agent: Agent | undefined) => {
  const { client, session } = useHost();
  const { data } = useQuery({
    queryKey: ['agents', session.user$.value?._id],
    enabled: agent !== undefined,
    queryFn: ({ signal }) => client.call(calls.agents.listAgents, {}, { signal }),
  });
  return data?.flows.filter(({ _id, team }) => _id !== agent?._id && team === agent?.team);
};

const useTeam = (teamId: string | undefined) => {
  const { client } = useHost();
  return useQuery({
    queryKey: ['team', teamId],
    enabled: teamId !== undefined,
    queryFn: ({ signal }) => client.call(calls.teams.getTeam, { teamId: teamId ?? '' }, { signal }),
  });
};

/**
 * Creates or edits an agent. A shared one comes without its id, so that it is saved as the user's own (A2.17, B2.05).
 */
export const EditAgentDialog = () => {
  const { close } = useHost();
  const { agentId, sharedFrom, title = '', instruction = '', teamId } = useDialogInput(dialogs.workspace.editAgent);
  const { kind } = useAccess();
  const requestedId = agentId ?? sharedFrom;
  const { query, agent, replacement } = useAgent(kind === 'premium' ? requestedId : undefined);
  const ofTeam = teamId ?? (agentId ? agent?.team : undefined);
  const team = useTeam(ofTeam);
  const others = useOthers(agentId ? agent : undefined);
  /** Incremented to restart the form. */
  const [formVersion, setFormVersion] = useState(0);
  const heading = agentId ? 'Edit Agent' : 'Create Agent';
  if (kind !== 'premium')
    return (
      <DialogBody title={heading} onClose={() => close()}>
        <EmptyState
          title="Agents are for subscribers"
          text="Join to save this agent as your own."
          action={
            <Link to="/subscribe" className={buttonLook({ variant: 'primary' })}>
              Join Today
            </Link>
          }
        />
      </DialogBody>
    );
  const ready = (requestedId === undefined || agent) && (ofTeam === undefined || team.data);
  if (ready) {
    const draft = agent ?? { title, instruction, files: [], teamRoles: [], memoryDisabled: false };
    // A copy replaces nothing, so changes of the original are no conflict, and it is restricted to nobody.
    const asNew = { _id: undefined, revision: undefined, closed: undefined, teamRoles: [] };
    return (
      <AgentForm
        key={formVersion}
        deleted={agentId !== undefined && isFailure(query.error, calls.agents.getAgent, 'unknown-agent')}
        replacement={agentId ? replacement?.title : undefined}
        onStale={() => query.refetch()}
        onRestart={() => setFormVersion(formVersion + 1)}
        {...(others ? { others } : {})}
        draft={agentId ? draft : { ...draft, ...asNew }}
        team={ofTeam && team.data ? { id: ofTeam, roles: team.data.roles } : undefined}
      />
    );
  }
  const broken = [query, team].find(({ isError }) => isError);
  return (
    <DialogBody title={heading} onClose={() => close()} aria-busy={!broken}>
      {broken ? (
        <FailureState
          small
          title="Couldn’t load the agent."
          text={messageOf(broken.error, '') || undefined}
          onRetry={() => void broken.refetch()}
        />
      ) : (
        <Skeleton shape="block" height="420px" />
      )}
    </DialogBody>
  );
};
