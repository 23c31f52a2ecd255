import * as dialogs from '#contracts/dialogs';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import Bot from 'lucide-react/icons/bot';
import Pencil from 'lucide-react/icons/pencil';
import Share from 'lucide-react/icons/share-2';
import Trash from 'lucide-react/icons/trash-2';
import { useEffect } from 'react';
import { loadDeletion } from '../deletion/load-deletion.ts';
import { useHost } from '../remote.ts';
import { BarMenuButton } from '../ui/bar-item.tsx';
import { ShortList } from '../ui/short-list.tsx';
import { useAdminTeams, type useAgents } from './agents.api.ts';
import { useFollowSelected } from './follow-selected.ts';

interface Props {
  list: ReturnType<typeof useAgents>;
  /** Whether the user may create and edit agents. */
  premium: boolean;
  selectedId: string | undefined;
  onSelect: (agent: Agent) => void;
  /** Called when an interview starts in a chat of its own, so that nothing is selected any more. */
  onGuide: () => void;
  /** Called when another agent replaced the selected one, or when it has changed. */
  onMoved: (agent: Agent) => void;
  onDeleted: (agentId: string) => void;
}

/** The agents, each with its menu (B6.07). One that was never clicked is marked as new (B4.37). */
export const AgentsSection = ({ list, premium, selectedId, onSelect, onGuide, onMoved, onDeleted }: Props) => {
  const remote = useHost();
  const { agents, failed, failure, retry, markClicked } = list;
  const adminTeams = useAdminTeams(agents);
  const remove = async (agent: Agent) => {
    const code = await loadDeletion(remote);
    await code?.deleteAgent(remote, list.queries, agent, onDeleted);
  };
  useFollowSelected(list, selectedId, { onMoved, onDeleted });
  const selected = agents.find(({ _id }) => _id === selectedId);
  useEffect(() => {
    // Wherever it was selected: here, by a command, or by the URL.
    if (selected && !selected.clicked) void markClicked(selected);
  });
  const edit = (agentId?: string) => void remote.dialogs.open(dialogs.workspace.editAgent, { agentId });
  const build = async () => {
    const way = await remote.dialogs.open(dialogs.workspace.buildAgent, {});
    if (way === 'manual') edit();
    if (way !== 'guided') return;
    onGuide();
    remote.navigation.navigate('/?function=agentCreator');
  };
  const share = ({ _id }: Agent) => void remote.dialogs.open(dialogs.workspace.shareAgent, { agentId: _id });
  /** Only admins may change an agent of their team. Without a plan, sharing can only be stopped. */
  const itemsOf = (agent: Agent) =>
    agent.team === undefined || adminTeams.has(agent.team)
      ? [
          ...(premium ? [{ label: 'Edit', icon: <Pencil />, onSelect: () => edit(agent._id) }] : []),
          ...(premium || agent.shared ? [{ label: 'Share', icon: <Share />, onSelect: () => share(agent) }] : []),
          { label: 'Delete', icon: <Trash />, danger: true, onSelect: () => void remove(agent) },
        ]
      : [];
  return (
    <ShortList
      title="Agents"
      items={agents}
      failure={failed ? failure || 'Couldn’t load agents.' : undefined}
      onRetry={retry}
      create={premium ? { label: 'Build agent', onClick: () => void build() } : undefined}
    >
      {(agent) => (
        <BarMenuButton
          icon={<Bot />}
          title={agent.title}
          note={agent.clicked ? undefined : '(New)'}
          current={agent._id === selectedId}
          onClick={() => onSelect(agent)}
          items={itemsOf(agent)}
        >
          {agent.title}
        </BarMenuButton>
      )}
    </ShortList>
  );
};
