import { createWait, useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { useId, useState } from 'react';
import { useHost } from '../remote.ts';
import { Done } from '../ui/done.tsx';
import { WaitNotice } from '../wait/wait-notice.tsx';
import classes from './confirmation.module.css';
import { useResendConfirmation } from './confirmation.api.ts';

/** Shown while the email address is unconfirmed: requests another link. */
export const Confirmation = ({ email }: { readonly email: string }) => {
  const { scope } = useHost();
  const [wait] = useState(() => createWait(scope));
  const seconds = useBehavior(wait.seconds$);
  const resend = useResendConfirmation(wait);
  const textId = useId();
  const notice = useId();
  return (
    <div className={classes.confirmation}>
      <div className={classes.line}>
        <p id={textId} className={classes.words}>
          Your email address isn’t confirmed yet.
        </p>
        <Button
          size="s"
          busy={resend.isPending}
          busyLabel="Sending link"
          disabled={seconds > 0}
          aria-describedby={seconds > 0 ? notice : textId}
          onClick={() => resend.mutate()}
        >
          Resend link
        </Button>
      </div>
      {seconds > 0 && (
        <WaitNotice id={notice} before="We just sent you a link, please check your email. Or wait" seconds={seconds} />
      )}
      <Done>{resend.isSuccess && `We’ve sent a link to ${email}. It expires in 24 hours.`}</Done>
    </div>
  );
};
