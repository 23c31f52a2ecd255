import { Button } from '@atrium/shared-kernel/ui/button';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import Tablet from 'lucide-react/icons/tablet';
import { useRef, useState } from 'react';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Row, Rows, RowsSkeleton } from '../ui/rows.tsx';
import { Actions, Section } from '../ui/section.tsx';
import { joined, relativeTime } from '../ui/times.ts';
import { useLogOut } from './log-out.api.ts';
import classes from './sessions-section.module.css';
import { type Session, useEndAllSessions, useEndSession, useSessions } from './sessions.api.ts';

const kinds = [
  { named: /iPad|tablet/i, Icon: Tablet },
  { named: /iPhone|iOS|Android|mobile|phone/i, Icon: Smartphone },
  { named: /Windows|mac|Linux|Ubuntu|Debian|Fedora|Chrome ?OS|Chromium OS/i, Icon: Monitor },
];

/** An icon for a device by its description, such as `Safari on iPhone`. */
const DeviceIcon = ({ device }: { readonly device: string }) => {
  const Icon = kinds.find(({ named }) => named.test(device))?.Icon ?? CircleHelp;
  return <Icon />;
};

/** The number of sessions listed at first. */
const initialCount = 5;
const thisFirst = (a: Session, b: Session) => Number(b.current) - Number(a.current);

/** Where the user is signed in, and buttons to sign out. */
export const SessionsSection = ({ email }: { readonly email: string }) => {
  const { sessions, asOf, error, isFetching, retry } = useSessions();
  const list = useRef<HTMLUListElement>(null);
  const [all, setAll] = useState(false);
  const logOut = useLogOut();
  const signOutEverywhere = useEndAllSessions();
  const shown = (sessions ?? []).toSorted(thisFirst).slice(0, all ? undefined : initialCount);
  const showAll = () => {
    setAll(true);
    list.current?.focus();
  };
  return (
    <Section title="Sessions" text={`You are logged in as ${email}.`}>
      {/* Above the list, because a button that moves while the list loads is easy to miss. */}
      <Actions>
        <Button icon={<LogOut />} busy={logOut.isPending} busyLabel="Logging out" onClick={() => logOut.mutate()}>
          Log out
        </Button>
        <Button variant="ghost" onClick={() => void signOutEverywhere()}>
          Sign out everywhere
        </Button>
      </Actions>
      {sessions ? (
        <div className={classes.sessions}>
          <Rows label="Sessions" ref={list}>
            {shown.map((session) => (
              <SessionRow key={session._id} session={session} asOf={asOf} onEnded={() => list.current?.focus()} />
            ))}
          </Rows>
          {shown.length < sessions.length && (
            <Button variant="ghost" wide onClick={showAll}>
              Show {sessions.length - shown.length} more
            </Button>
          )}
        </div>
      ) : error ? (
        <LoadFailure what="your sessions" error={error} onRetry={retry} busy={isFetching} />
      ) : (
        <RowsSkeleton label="Loading your sessions" count={2} />
      )}
    </Section>
  );
};

interface SessionRowProps {
  readonly session: Session;
  readonly asOf: number;
  readonly onEnded: () => void;
}

const SessionRow = ({ session, asOf, onEnded }: SessionRowProps) => {
  const { _id, current, device, lastUse, place } = session;
  const end = useEndSession(onEnded);
  const used = current ? 'Active now' : `Last used ${relativeTime(lastUse, asOf)}`;
  return (
    <Row
      icon={<DeviceIcon device={device} />}
      title={device}
      badge={current ? 'This device' : undefined}
      text={joined(place, used)}
      action={
        !current && (
          <Button
            size="s"
            busy={end.isPending}
            aria-label={`Sign out ${device}, ${used.toLowerCase()}`}
            onClick={() => end.mutate(_id)}
          >
            Sign out
          </Button>
        )
      }
    />
  );
};
