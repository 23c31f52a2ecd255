import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import Bot from 'lucide-react/icons/bot';
import { BarButton } from '../ui/bar-item.tsx';
import { ShortList } from '../ui/short-list.tsx';
import type { useAgents } from './agents.api.ts';

interface Props {
  list: ReturnType<typeof useAgents>;
  selectedId: string | undefined;
  onSelect: (agent: Agent) => void;
}

/** The agents; nothing where there is none. One that was never clicked is (New) (B4.37). */
export const AgentsSection = ({ list, selectedId, onSelect }: Props) => {
  const { agents, failed, retry, markClicked } = list;
  const select = (agent: Agent) => {
    if (!agent.clicked) void markClicked(agent);
    onSelect(agent);
  };
  return (
    <ShortList title="Agents" items={agents} failure={failed ? 'Failed to get agents.' : undefined} onRetry={retry}>
      {(agent) => (
        <BarButton
          icon={<Bot />}
          title={agent.title}
          note={agent.clicked ? undefined : '(New)'}
          current={agent._id === selectedId}
          onClick={() => select(agent)}
        >
          {agent.title}
        </BarButton>
      )}
    </ShortList>
  );
};
