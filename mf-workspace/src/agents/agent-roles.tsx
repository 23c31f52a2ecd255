import type { Role } from '@atrium/shared-kernel/contracts/entities/team';
import { Checkbox } from '@atrium/shared-kernel/ui/checkbox';
import styles from './agents.module.css';

interface Props {
  roles: readonly Role[];
  chosen: readonly string[];
  onChange: (roleIds: readonly string[]) => void;
}

/** Who in the team may use the agent: the members of the selected roles, or everyone if none is selected (B5.03). */
export const AgentRoles = ({ roles, chosen, onChange }: Props) => {
  const existing = roles.filter(({ deleted }) => !deleted);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Team access</legend>
      {existing.map(({ _id, name }) => (
        <Checkbox
          key={_id}
          label={name}
          checked={chosen.includes(_id)}
          onChange={(on) => onChange(on ? [...chosen, _id] : chosen.filter((one) => one !== _id))}
        />
      ))}
      <p className={styles.hint}>If no role is selected, every team member can use this agent.</p>
    </fieldset>
  );
};
