import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import { Select } from '@atrium/shared-kernel/ui/select';
import styles from './agents.module.css';

interface Props {
  /** Agents of the same owner or team. */
  others: readonly Agent[];
  chosen: string;
  onChange: (agentId: string) => void;
}

/** Chooses the agent that replaces this one. By default none does. */
export const AgentSuccessor = ({ others, chosen, onChange }: Props) => (
  <div className={styles.group}>
    <Select
      label="Replaced by"
      options={[
        { value: '', label: 'No other agent' },
        ...others.map(({ _id, title }) => ({ value: _id, label: title })),
      ]}
      value={chosen}
      onChange={onChange}
    />
    <p className={styles.hint}>
      {chosen === ''
        ? 'Choose a newer agent to replace this one.'
        : 'This agent will be deleted. Its chats, its link and everyone using it move to the new one.'}
    </p>
  </div>
);
