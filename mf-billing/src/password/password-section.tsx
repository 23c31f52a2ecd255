import { createWait, useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { useId, useState } from 'react';
import { useWaysIn } from '../connections/connections.api.ts';
import { useHost } from '../remote.ts';
import { Done } from '../ui/done.tsx';
import { Section } from '../ui/section.tsx';
import { WaitNotice } from '../wait/wait-notice.tsx';
import { ChangeForm } from './change-form.tsx';
import { useMailPasswordLink } from './password.api.ts';

const texts = {
  change: 'Changing it signs out your other devices. If you forgot it, we’ll email you a link to set a new one.',
  link: 'We’ll email you a link to set a new one. Setting it signs you out everywhere.',
};

/** A new password, by the one that holds or by a link that goes to the account's own address (A7.10). */
export const PasswordSection = ({ email }: { readonly email: string }) => {
  const { scope } = useHost();
  const [wait] = useState(() => createWait(scope));
  const seconds = useBehavior(wait.seconds$);
  const link = useMailPasswordLink(wait);
  const notice = useId();
  // Whoever signs in otherwise has none; nor does it show where the service does not tell.
  const known = useWaysIn().waysIn?.password === true;
  return (
    <Section title="Password" text={known ? texts.change : texts.link}>
      {known && <ChangeForm email={email} />}
      <Button
        variant={known ? 'ghost' : 'secondary'}
        busy={link.isPending}
        busyLabel="Sending link"
        disabled={seconds > 0}
        aria-describedby={seconds > 0 ? notice : undefined}
        onClick={() => link.mutate(email)}
      >
        {known ? 'Email me a link instead' : 'Set a new password'}
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
