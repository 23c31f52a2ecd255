import { createWait, useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { useId, useState } from 'react';
import { useLoginMethods } from '../connections/connections.api.ts';
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

/** Sets a new password, by the current one or by a link to the account's own address (A7.10). */
export const PasswordSection = ({ email }: { readonly email: string }) => {
  const { scope } = useHost();
  const [wait] = useState(() => createWait(scope));
  const seconds = useBehavior(wait.seconds$);
  const link = useMailPasswordLink(wait);
  const notice = useId();
  // Users who log in otherwise have no password. If the service does not tell, the form is not shown either.
  const hasPassword = useLoginMethods().loginMethods?.password === true;
  return (
    <Section title="Password" text={hasPassword ? texts.change : texts.link}>
      {hasPassword && <ChangeForm email={email} />}
      <Button
        variant={hasPassword ? 'ghost' : 'secondary'}
        busy={link.isPending}
        busyLabel="Sending link"
        disabled={seconds > 0}
        aria-describedby={seconds > 0 ? notice : undefined}
        onClick={() => link.mutate(email)}
      >
        {hasPassword ? 'Email me a link instead' : 'Set a new password'}
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
