import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import type { Role } from '@atrium/shared-kernel/contracts/entities/team';
import type { Ref } from 'react';
import type { AgentDraft } from './agent-form.tsx';
import styles from './agents.module.css';

const inWords = new Intl.ListFormat('en-US');

/** Each part of an agent as readable text. */
const partsOf = (agent: AgentDraft, roles: readonly Role[]) => ({
  Name: agent.title,
  Instructions: agent.instruction || 'none',
  Files: inWords.format(agent.files.map(({ name }) => name)) || 'none',
  'Welcome message': agent.welcomeMessage || 'none',
  Memory: agent.memoryDisabled ? 'off' : 'on',
  'Team access':
    inWords.format(roles.filter(({ _id }) => agent.teamRoles.includes(_id)).map(({ name }) => name)) || 'everyone',
});

interface AgentNowProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly before: AgentDraft;
  readonly now: AgentDraft;
  readonly roles: readonly Role[];
  readonly onKeepMine: () => void;
  readonly onAcceptTheirs: () => void;
}

/** The parts of an agent that someone else changed while its form was being filled in, as they are now. */
export const AgentNow = ({ ref, before, now, roles, onKeepMine, onAcceptTheirs }: AgentNowProps) => {
  const previous = new Map(Object.entries(partsOf(before, roles)));
  const changed = Object.entries(partsOf(now, roles)).filter(([part, text]) => text !== previous.get(part));
  return (
    <ConflictNote
      ref={ref}
      onKeepMine={onKeepMine}
      onAcceptTheirs={onAcceptTheirs}
      details={
        <dl className={styles.now}>
          {changed.map(([part, text]) => (
            <div key={part}>
              <dt>{part}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      }
    >
      This agent was changed in the meantime. If you keep yours, it replaces these parts.
    </ConflictNote>
  );
};
