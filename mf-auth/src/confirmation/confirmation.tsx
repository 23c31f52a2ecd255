import { messageOf } from '@atrium/shared-kernel/client';
import { createWait, Link, useBehavior } from '@atrium/shared-kernel/remote';
import { Button, buttonLook } from '@atrium/shared-kernel/ui/button';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { changeEmailFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useEffect, useId, useState } from 'react';
import { useHost } from '../remote.ts';
import { AuthPage } from '../ui/auth-page.tsx';
import form from '../ui/form.module.css';
import { isLinkRefused, refusalText } from '../ui/link-refusal.ts';
import { Mark } from '../ui/mark.tsx';
import { useRedirect } from '../ui/use-redirect.ts';
import { WaitNotice } from '../ui/wait-notice.tsx';
import { type ConfirmationLink, useConfirmation } from './change.api.ts';

interface ConfirmationProps {
  readonly link: ConfirmationLink;
  /** Called once the service has accepted or refused the link. */
  readonly onAnswer: () => void;
}

const Confirming = () => (
  <AuthPage mark={<Mark of="waiting" />} title="Confirming your email" lead="This takes a moment.">
    <Skeleton lines={1} />
    <Skeleton shape="block" height="44px" />
  </AuthPage>
);

interface NotYetProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The service could not be reached, has failed, or requires a wait. */
const NotYet = ({ error, onRetry }: NotYetProps) => {
  const { scope } = useHost();
  const [wait] = useState(() => createWait(scope));
  const seconds = useBehavior(wait.seconds$);
  const notice = useId();
  const waiting = seconds > 0;
  useEffect(() => void wait.begin(error), [wait, error]);
  return (
    <AuthPage
      mark={<Mark of="broken" />}
      title="Your email address isn’t confirmed yet"
      lead={messageOf(error, changeEmailFailed)}
      focusTitle
    >
      {waiting && <WaitNotice id={notice} seconds={seconds} before="Please wait" after="before trying again." />}
      <Button
        variant="primary"
        size="l"
        wide
        disabled={waiting}
        aria-describedby={waiting ? notice : undefined}
        onClick={onRetry}
      >
        Try again
      </Button>
    </AuthPage>
  );
};

/** The texts fit both the address of a new account and a changed address of an existing one. */
export const Confirmation = ({ link, onAnswer }: ConfirmationProps) => {
  const confirmation = useConfirmation(link);
  const user = useBehavior(useHost().session.user$);
  const onward = user ? '/' : '/auth/login';
  const differs = user !== undefined && user.email.toLowerCase() !== link.newEmail.toLowerCase();
  // The link may belong to another account than the one that is signed in here. A user who could not be fetched again has
  // their former address, and may be either.
  const isOther = differs && confirmation.data?.refreshed === true;
  useRedirect(confirmation.isSuccess && !isOther ? onward : undefined);

  const final = confirmation.isSuccess || isLinkRefused(confirmation.error);
  useEffect(() => {
    if (final) onAnswer();
  }, [final, onAnswer]);

  const go = (
    <Link to={onward} replace className={buttonLook({ variant: 'primary', size: 'l', wide: true })}>
      {user ? 'Go to Atrium' : 'Log in'}
    </Link>
  );
  if (confirmation.isFetching) return <Confirming />;
  if (confirmation.isSuccess)
    return (
      <AuthPage
        mark={<Mark of="done" />}
        title="Your email is confirmed"
        lead={
          <>
            <strong>{link.newEmail}</strong> is {differs ? 'confirmed' : 'now your account’s email address'}.
          </>
        }
        focusTitle
      >
        <p className={form.text}>
          {isOther
            ? `In this browser, ${user.email} is signed in.`
            : `We’ll take you ${user ? 'to Atrium' : 'to the login page'} in a moment.`}
        </p>
        <div className={form.send}>{go}</div>
      </AuthPage>
    );
  if (isLinkRefused(confirmation.error))
    return (
      <AuthPage
        mark={<Mark of="broken" />}
        title="We couldn’t confirm your email address"
        lead={refusalText(confirmation.error, changeEmailFailed)}
        focusTitle
      >
        <p className={form.text}>
          Each link works once and expires after 24 hours, and only the latest one counts. If you’ve already used it,
          you’re all set. If not, request a new one in your settings under Account.
        </p>
        <div className={form.send}>{go}</div>
      </AuthPage>
    );
  return <NotYet error={confirmation.error} onRetry={() => void confirmation.refetch()} />;
};
