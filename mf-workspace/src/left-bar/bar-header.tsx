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

const TeamSpace = () => <Skeleton shape="block" height="var(--target)" />;

/** Fetched for those who are in a team; its place is kept where there was one before. */
const Teams = ({ user }: { user: User }) => {
  const { storage } = useHost();
  return (
    <Suspense fallback={hadTeams(storage.local) && <TeamSpace />}>
      <TeamSwitcher user={user} />
    </Suspense>
  );
};

interface HeaderFrameProps extends FirstActionsProps {
  /** In the page before any script: whom it is for. */
  readonly 'data-for'?: string;
  readonly children?: ReactNode;
}

/** Brand, what a person of this kind does first, and below that `children`. */
const HeaderFrame = ({ children, 'data-for': whom, ...props }: HeaderFrameProps) => (
  <header className={styles.header} data-for={whom}>
    <Link to="/" className={styles.brand} aria-label="Atrium, home" onClick={props.onLeave}>
      <Wordmark size={26} />
    </Link>
    <FirstActions {...props} />
    {children}
  </header>
);

/** The header of whoever is there, with the team. */
export const BarHeader = ({ access: { kind, user }, ...actions }: Actions & { access: Access }) => (
  <HeaderFrame kind={kind} {...actions}>
    {user?.activeTeam !== undefined && <Teams user={user} />}
  </HeaderFrame>
);

/** The header in the page before any script has come. The page takes the place of a switcher out that nobody needs. */
export const RestingHeader = ({ kind }: Pick<FirstActionsProps, 'kind'>) => (
  <HeaderFrame kind={kind} data-for={kind}>
    <div data-stored={teamsKey}>
      <TeamSpace />
    </div>
  </HeaderFrame>
);
