import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import * as dialogs from '#contracts/dialogs';
import { Avatar } from '@atrium/shared-kernel/ui/avatar';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Menu, type MenuEntry } from '@atrium/shared-kernel/ui/menu';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Users from 'lucide-react/icons/users';
import { type ReactNode, useState } from 'react';
import { useHost } from '../remote.ts';
import { BarButton, BarLink } from '../ui/bar-item.tsx';
import styles from './left-bar.module.css';

interface Props {
  user: User;
  onLeave: () => void;
}

const nameOf = ({ firstName, lastName, email }: User) => `${firstName} ${lastName}`.trim() || email;

/** The menu with the archive, the user's data, the commands and the shortcuts. */
const More = () => {
  const remote = useHost();
  const [items, setItems] = useState<readonly MenuEntry[]>([]);
  const prepare = async () =>
    setItems(await (await import(/* webpackChunkName: "menus" */ './more-menu.tsx')).moreItems(remote));
  return (
    <Menu
      side="top"
      align="end"
      items={items}
      prepare={prepare}
      trigger={<IconButton label="More" title="More" icon={<Ellipsis />} />}
    />
  );
};

interface FooterFrameProps {
  avatar: ReactNode;
  name: ReactNode;
  team: ReactNode;
  more: ReactNode;
  onHelp?: () => void;
  onSettings?: () => void;
}

/** Help, the team, and the settings behind the user's avatar. */
const FooterFrame = ({ avatar, name, team, more, onHelp, onSettings }: FooterFrameProps) => (
  <footer className={styles.footer}>
    <BarButton icon={<CircleQuestionMark />} onClick={onHelp}>
      Help
    </BarButton>
    {team}
    <div className={styles.last}>
      <button type="button" className={styles.person} disabled={!onSettings} onClick={onSettings}>
        {avatar}
        <span className={styles.name}>
          <bdi className={styles.full}>{name}</bdi> <span className={styles.quiet}>Settings</span>
        </span>
      </button>
      {more}
    </div>
  </footer>
);

/** The footer in the prerendered HTML. The user is known only with the session. */
export const StaticFooter = () => (
  <FooterFrame
    avatar={<Avatar decorative />}
    name={<Skeleton width="6rem" />}
    team={<BarButton icon={<Users />}>Team</BarButton>}
    more={<IconButton disabled label="More" title="More" icon={<Ellipsis />} />}
  />
);

/** Help, the team or the page that creates one, and the settings behind the user's avatar. */
export const BarFooter = ({ user, onLeave }: Props) => {
  const remote = useHost();
  const name = nameOf(user);
  const team = user.activeTeam;
  return (
    <FooterFrame
      avatar={<Avatar decorative name={name} src={user.avatarImageUrl} />}
      name={name}
      team={
        team === undefined ? (
          <BarLink to="/team" icon={<Users />} onClick={onLeave}>
            Team
          </BarLink>
        ) : (
          <BarButton icon={<Users />} onClick={() => void remote.dialogs.open(dialogs.teams.admin, { teamId: team })}>
            Team
          </BarButton>
        )
      }
      more={<More />}
      onHelp={() => void remote.dialogs.open(dialogs.workspace.help, {})}
      onSettings={() => void remote.dialogs.open(dialogs.billing.settings, {})}
    />
  );
};
