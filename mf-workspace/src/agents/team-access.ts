import { useState } from 'react';
import type { AgentDraft, AgentTeam } from './agent-draft.ts';

interface Access {
  readonly draft: AgentDraft;
  readonly team: AgentTeam | undefined;
  readonly deleted: boolean;
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id));

/**
 * The roles that are chosen for a team's agent, and the part of the request that contains them. If all of its roles were
 * deleted, nobody may use it, and saving another part of it must not change that.
 */
export const useTeamAccess = ({ draft, team, deleted }: Access) => {
  const [wasClosed] = useState(draft.closed === true);
  const [chosen, setRoles] = useState(draft.teamRoles);
  const [everyone, setEveryone] = useState(false);
  const existing = (team?.roles ?? []).filter((role) => !role.deleted);
  const teamRoleIds = chosen.filter((id) => existing.some(({ _id }) => _id === id));
  const edited = draft._id !== undefined && !deleted;
  // A chosen role that does not exist was deleted while the form is open.
  const isClosed = wasClosed || draft.closed === true || chosen.length > 0;
  const closed = edited && teamRoleIds.length === 0 && isClosed;
  const roleRequest = () => {
    if (!edited) return { teamRoleIds: [...chosen] };
    if (closed) return everyone ? { teamRoleIds, everyone: true as const } : {};
    return isSame(teamRoleIds, draft.teamRoles) ? {} : { teamRoleIds };
  };
  return {
    shown: { existing, teamRoleIds, setRoles, closed, everyone, setEveryone },
    request: team ? { teamId: team.id, ...roleRequest() } : {},
  };
};
