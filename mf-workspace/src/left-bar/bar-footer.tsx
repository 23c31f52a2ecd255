import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import { Avatar } from '@atrium/shared-kernel/ui/avatar';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Users from 'lucide-react/icons/users';
import { useRemote } from '../remote.ts';
import { BarButton, BarLink } from '../ui/bar-item.tsx';
import styles from './left-bar.module.css';

interface Props {
  user: User;
  onLeave: () => void;
}

const nameOf = ({ firstName, lastName, email }: User) => `${firstName} ${lastName}`.trim() || email;

/** Help, the team or the page that makes one, and the settings behind the person's own face. */
export const BarFooter = ({ user, onLeave }: Props) => {
  const remote = useRemote();
  const name = nameOf(user);
  const team = user.activeTeam;
  return (
    <footer className={styles.footer}>
      <BarButton icon={<CircleQuestionMark />} onClick={() => void remote.dialogs.open(dialogs.workspace.help, {})}>
        Help
      </BarButton>
      {team === undefined ? (
        <BarLink to="/team" icon={<Users />} onClick={onLeave}>
          Team
        </BarLink>
      ) : (
        <BarButton icon={<Users />} onClick={() => void remote.dialogs.open(dialogs.teams.admin, { teamId: team })}>
          Team
        </BarButton>
      )}
      <button
        type="button"
        className={styles.person}
        onClick={() => void remote.dialogs.open(dialogs.billing.settings, {})}
      >
        <Avatar decorative name={name} src={user.avatarImageUrl} />
        <span className={styles.name}>
          <span className={styles.full}>{name}</span> <span className={styles.quiet}>Settings</span>
        </span>
      </button>
    </footer>
  );
};
