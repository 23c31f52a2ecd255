import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import Bot from 'lucide-react/icons/bot';
import { useState } from 'react';
import { useRemote } from '../remote.ts';
import { BarButton } from '../ui/bar-item.tsx';
import { ShortList } from '../ui/short-list.tsx';
import { useAgents } from './agents.api.ts';
import { markClicked, wasClicked } from './clicked-agents.ts';

interface Props {
  userId: string;
  selectedId: string | undefined;
  onSelect: (agent: Agent) => void;
}

/** The agents; nothing where there is none. */
export const AgentsSection = ({ userId, selectedId, onSelect }: Props) => {
  const { storage } = useRemote();
  const agents = useAgents(userId);
  const [, setClicked] = useState<string>();
  if (agents.length === 0) return null;
  const select = (agent: Agent) => {
    markClicked(storage.local, agent._id);
    setClicked(agent._id);
    onSelect(agent);
  };
  return (
    <ShortList title="Agents" items={agents}>
      {(agent) => (
        <BarButton
          icon={<Bot />}
          title={agent.title}
          note={agent.clicked || wasClicked(storage.local, agent._id) ? undefined : '(New)'}
          current={agent._id === selectedId}
          onClick={() => select(agent)}
        >
          {agent.title}
        </BarButton>
      )}
    </ShortList>
  );
};
