import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { lazyPart, Link } from '@atrium/shared-kernel/remote';
import { Wordmark } from '@atrium/shared-kernel/ui/brand';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import House from 'lucide-react/icons/house';
import Search from 'lucide-react/icons/search';
import SquarePen from 'lucide-react/icons/square-pen';
import { type ReactNode, Suspense } from 'react';
import type { Access } from '../access.ts';
import { useHost } from '../remote.ts';
import { hadTeams, teamsKey } from '../teams/teams-known.ts';
import { BarButton, BarLink } from '../ui/bar-item.tsx';
import styles from './left-bar.module.css';

const TeamSwitcher = lazyPart(async () => ({ default: (await import('../teams/team-switcher.tsx')).TeamSwitcher }));

interface Actions {
  onNewChat?: () => void;
  onLeave?: () => void;
  onSearch?: () => void;
}

interface FirstActionsProps extends Actions {
  kind: Access['kind'];
}

const FirstActions = ({ kind, onNewChat, onLeave, onSearch }: FirstActionsProps) => {
  if (kind === 'unknown') return <Skeleton shape="block" height="var(--target)" />;
  if (kind === 'premium')
    return (
      <div className={styles.actions}>
        <BarLink to="/" icon={<SquarePen />} onClick={onNewChat}>
          New Chat
        </BarLink>
        <BarButton icon={<Search />} onClick={onSearch}>
          Search chats
        </BarButton>
      </div>
    );
  if (kind === 'free')
    return (
      <>
        <BarLink to="/" icon={<House />} onClick={onLeave}>
          Home
        </BarLink>
        <Link to="/subscribe" className={buttonLook({ variant: 'primary', wide: true })} onClick={onLeave}>
          Join Today
        </Link>
      </>
    );
  return (
    <>
      <Link to="/auth/signup" className={buttonLook({ variant: 'primary', wide: true })}>
        Sign up
      </Link>
      <Link to="/auth/login" className={buttonLook({ variant: 'secondary', wide: true })}>
        Log in
      </Link>
    </>
  );
};

const TeamPlaceholder = () => <Skeleton shape="block" height="var(--target)" />;

/** Loaded for users who are in a team. Its space is reserved if there was one before. */
const Teams = ({ user }: { user: User }) => {
  const { storage } = useHost();
  return (
    <Suspense fallback={hadTeams(storage.local) && <TeamPlaceholder />}>
      <TeamSwitcher user={user} />
    </Suspense>
  );
};

interface HeaderFrameProps extends FirstActionsProps {
  /** In the prerendered HTML: the access that the header is for. */
  readonly 'data-for'?: string;
  readonly children?: ReactNode;
}

/** The brand, the main actions for this access, and below that `children`. */
const HeaderFrame = ({ children, 'data-for': audience, ...props }: HeaderFrameProps) => (
  <header className={styles.header} data-for={audience}>
    <Link to="/" className={styles.brand} aria-label="Atrium, home" onClick={props.onLeave}>
      <Wordmark size={26} />
    </Link>
    <FirstActions {...props} />
    {children}
  </header>
);

/** The header for the current user, with the team. */
export const BarHeader = ({ access: { kind, user }, ...actions }: Actions & { access: Access }) => (
  <HeaderFrame kind={kind} {...actions}>
    {user?.activeTeam !== undefined && <Teams user={user} />}
  </HeaderFrame>
);

/** The header in the prerendered HTML. The page removes the placeholder of a team switcher that is not needed. */
export const StaticHeader = ({ kind }: Pick<FirstActionsProps, 'kind'>) => (
  <HeaderFrame kind={kind} data-for={kind}>
    <div data-stored={teamsKey}>
      <TeamPlaceholder />
    </div>
  </HeaderFrame>
);
