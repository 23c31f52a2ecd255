import { redirectDelay } from '@atrium/shared-kernel/contracts/constants';
import { Link } from '@atrium/shared-kernel/remote';
import { Wordmark } from '@atrium/shared-kernel/ui/brand';
import { Button, buttonLook } from '@atrium/shared-kernel/ui/button';
import { Spinner } from '@atrium/shared-kernel/ui/progress';
import { type ReactNode, useEffect, useState } from 'react';
import { useHost } from '../remote.ts';
import { invitationOf } from './invitation.ts';
import { useJoin } from './join.api.ts';
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
    <h1 className={classes.title}>{title}</h1>
    <p className={classes.text}>{text}</p>
    {children !== undefined && <div className={classes.actions}>{children}</div>}
  </div>
);

/** `/join?id=…`: joins the team of a link at once (A2.12). A link without a team leads to the log-in. */
export const JoinPage = () => {
  const { navigation, storage } = useHost();
  const [invitation] = useState(() => invitationOf(navigation.location$.value.search, storage.cookies));
  const { refusal, retry } = useJoin(invitation);

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
          {!invitation && (
            <State title="This link isn’t for a team" text="We’ll take you to the login page in a moment." />
          )}
          {invitation && !refusal && <State title="Joining the team" text="This takes a moment." />}
          {refusal && (
            <State
              title={refusal.full ? 'Your team doesn’t have a free seat yet' : 'We couldn’t add you to the team'}
              text={refusal.message}
            >
              <Button variant="primary" wide onClick={retry}>
                Try again
              </Button>
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
