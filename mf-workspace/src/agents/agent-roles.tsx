import { Checkbox } from '@atrium/shared-kernel/ui/checkbox';
import styles from './agents.module.css';
import type { useTeamAccess } from './team-access.ts';

type Props = ReturnType<typeof useTeamAccess>['shown'];

/** Who in the team may use the agent: the members of the selected roles, or everyone if none is selected (B5.03). */
export const AgentRoles = ({ existing, teamRoleIds, setRoles, closed, everyone, setEveryone }: Props) => (
  <fieldset className={styles.group}>
    <legend className={styles.legend}>Team access</legend>
    {existing.map(({ _id, name }) => (
      <Checkbox
        key={_id}
        label={name}
        checked={teamRoleIds.includes(_id)}
        onChange={(on) => setRoles(on ? [...teamRoleIds, _id] : teamRoleIds.filter((one) => one !== _id))}
      />
    ))}
    {closed && <Checkbox label="Everyone on the team" checked={everyone} onChange={setEveryone} />}
    <p className={styles.hint}>
      {closed
        ? 'No one can use this agent, because its roles were deleted. Select who can use it.'
        : 'If no role is selected, every team member can use this agent.'}
    </p>
  </fieldset>
);
