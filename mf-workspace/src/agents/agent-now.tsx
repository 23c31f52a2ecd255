import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import type { Role } from '@atrium/shared-kernel/contracts/entities/team';
import type { Ref } from 'react';
import type { AgentDraft } from './agent-draft.ts';
import { useModelName } from './agent-model.tsx';
import styles from './agents.module.css';

const inWords = new Intl.ListFormat('en-US');

type NameModel = (id: string | undefined) => string;

/** Each part of an agent as readable text. */
const partsOf = (agent: AgentDraft, roles: readonly Role[], nameModel: NameModel) => ({
  Name: agent.title,
  Instructions: agent.instruction || 'none',
  Files: inWords.format(agent.files.map(({ name }) => name)) || 'none',
  'Welcome message': agent.welcomeMessage || 'none',
  Memory: agent.memoryDisabled ? 'off' : 'on',
  Model: nameModel(agent.model),
  'Team access':
    inWords.format(roles.filter(({ _id }) => agent.teamRoles.includes(_id)).map(({ name }) => name)) ||
    (agent.closed ? 'no one' : 'everyone'),
});

interface Versions {
  readonly before: AgentDraft;
  readonly now: AgentDraft;
  readonly roles: readonly Role[];
}

/** The parts that differ, as they are now. Models are compared by their ids, because several may have one name. */
const changedParts = ({ before, now, roles }: Versions, nameModel: NameModel) => {
  const previous = new Map(Object.entries(partsOf(before, roles, String)));
  const current = new Map(Object.entries(partsOf(now, roles, String)));
  return Object.entries(partsOf(now, roles, nameModel)).filter(([part]) => previous.get(part) !== current.get(part));
};

interface AgentNowProps extends Versions {
  readonly ref: Ref<HTMLDivElement>;
  readonly onKeepMine: () => void;
  readonly onAcceptTheirs: () => void;
}

/** The parts of an agent that someone else changed while its form was being filled in, as they are now. */
export const AgentNow = ({ ref, onKeepMine, onAcceptTheirs, ...versions }: AgentNowProps) => {
  const changed = changedParts(versions, useModelName());
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
