import { redirectDelay } from '@atrium/shared-kernel/contracts/constants';
import { toLoginSoon } from '@atrium/shared-kernel/contracts/sentences';
import { Link, useBehavior } from '@atrium/shared-kernel/remote';
import { isActive } from '@atrium/shared-kernel/session';
import { Wordmark } from '@atrium/shared-kernel/ui/brand';
import { Button, buttonLook } from '@atrium/shared-kernel/ui/button';
import { Spinner } from '@atrium/shared-kernel/ui/progress';
import { type ReactNode, useEffect, useState } from 'react';
import { useHost } from '../remote.ts';
import { invitationOf } from './invitation.ts';
import { type Refusal, useJoin } from './join.api.ts';
import classes from './join-page.module.css';

interface StateProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

const State = ({ title, text, children }: StateProps) => (
  <div className={classes.state}>
    {children === undefined && (
      <span className={classes.spinner}>
        <Spinner size={28} />
      </span>
    )}
    <h1 dir="auto" className={classes.title}>
      {title}
    </h1>
    <p className={classes.text}>{text}</p>
    {children !== undefined && <div className={classes.actions}>{children}</div>}
  </div>
);

/** What happened, and what to do. A toast has the reason. */
const refusals: Readonly<Record<Refusal, Pick<StateProps, 'title' | 'text'>>> = {
  full: {
    title: 'Your team doesn’t have a free seat yet',
    text: 'Ask an admin of the team to add a seat, then come back to this page.',
  },
  ended: {
    title: 'Your team’s plan has ended',
    text: 'Ask an admin of the team to renew it, then come back to this page.',
  },
  link: { title: 'This link doesn’t work anymore', text: 'Ask an admin of the team for a new link.' },
  wait: { title: 'Too many tries for now', text: 'Wait a minute, then try again.' },
  other: { title: 'We couldn’t add you to the team', text: 'Check your connection and try again.' },
};

/** `/join?id=…`: joins the team of a link at once (A2.12). A link without a team leads to the login. */
export const JoinPage = () => {
  const { navigation, session, storage } = useHost();
  // A user who paid for themselves, and whose plan has ended, can also renew that instead of taking a seat.
  const end = useBehavior(session.user$)?.subscriptionEndDate;
  const renewable = end !== undefined && !isActive(end);
  const [invitation] = useState(() => invitationOf(navigation.location$.value.search, storage.cookies));
  const { refusal, retry, name } = useJoin(invitation);

  useEffect(() => {
    if (invitation) return undefined;
    const timer = setTimeout(() => navigation.navigate('/auth/login', { replace: true }), redirectDelay);
    return () => clearTimeout(timer);
  }, [invitation, navigation]);

  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <Link to="/" className={classes.brand} aria-label="Atrium, home">
          <Wordmark />
        </Link>
        <section className={classes.card} aria-live="polite">
          {!invitation && <State title="This link isn’t for a team" text={toLoginSoon} />}
          {invitation && !refusal && (
            <State title={name === undefined ? 'Joining the team' : `Joining ${name}`} text="This takes a moment." />
          )}
          {refusal && (
            <State {...refusals[refusal]}>
              <Button variant="primary" wide onClick={retry}>
                Try again
              </Button>
              {renewable && (refusal === 'full' || refusal === 'ended') && (
                <Link to="/subscribe" className={buttonLook({ wide: true })}>
                  Renew your own plan
                </Link>
              )}
              <Link to="/" className={buttonLook({ wide: true })}>
                Go to the main screen
              </Link>
            </State>
          )}
        </section>
      </div>
    </div>
  );
};
