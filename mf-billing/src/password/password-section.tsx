import { createWait, useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { useId, useState } from 'react';
import { useHost } from '../remote.ts';
import { Done } from '../ui/done.tsx';
import { Section } from '../ui/section.tsx';
import { WaitNotice } from '../wait/wait-notice.tsx';
import { useMailPasswordLink } from './password.api.ts';

/** A new password, by a link that goes to the account's own address (A7.10). */
export const PasswordSection = ({ email }: { readonly email: string }) => {
  const { scope } = useHost();
  const [wait] = useState(() => createWait(scope));
  const seconds = useBehavior(wait.seconds$);
  const link = useMailPasswordLink(wait);
  const notice = useId();
  return (
    <Section title="Password" text="We’ll email you a link to set a new one. Setting it signs you out everywhere.">
      <Button
        busy={link.isPending}
        busyLabel="Sending link"
        disabled={seconds > 0}
        aria-describedby={seconds > 0 ? notice : undefined}
        onClick={() => link.mutate(email)}
      >
        Set a new password
      </Button>
      {seconds > 0 && (
        <WaitNotice
          id={notice}
          before="You have recently reset your password, please check your email. Or wait"
          seconds={seconds}
        />
      )}
      <Done>{link.isSuccess && `We’ve sent a link to ${email}. It expires in one hour.`}</Done>
    </Section>
  );
};
