import { messageOf } from '@atrium/shared-kernel/client';
import { createWait, useBehavior } from '@atrium/shared-kernel/remote';
import { errorTryAgain } from '@atrium/shared-kernel/contracts/sentences';
import { type FormEvent, useId, useState } from 'react';
import { useHost } from '../remote.ts';
import { AuthPage } from '../ui/auth-page.tsx';
import { emailRule } from '../ui/rules.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormAlert } from '../ui/use-form-alert.ts';
import { WaitNotice } from '../ui/wait-notice.tsx';
import { LinkSent } from './link-sent.tsx';
import { ResetForm, resetTexts } from './reset-form.tsx';
import { useForgotPassword } from './reset.api.ts';

/** `/auth/reset`: requests a link to set a new password (A2.05). */
export const ResetPage = () => {
  const { scope } = useHost();
  const [wait] = useState(() => createWait(scope));
  const seconds = useBehavior(wait.seconds$);
  const notice = useId();
  const { values, field, check } = useFields({ email: emailRule });
  const alert = useFormAlert();
  const request = useForgotPassword((error) => alert(wait.begin(error) ? undefined : messageOf(error, errorTryAgain)));
  const email = values.email.trim();
  // The service limits requests per address, so a different address does not have to wait.
  const waiting = seconds > 0 && request.variables === email;

  const send = (event: FormEvent<HTMLFormElement>) => {
    if (!check(event) || request.isPending || waiting) return;
    alert();
    request.mutate(email);
  };

  if (request.isSuccess) return <LinkSent email={email} msg={request.data.msg} onAgain={request.reset} />;
  return (
    <AuthPage {...resetTexts}>
      <ResetForm
        field={field}
        onSubmit={send}
        busy={request.isPending}
        noticeId={waiting ? notice : undefined}
        notice={
          waiting && (
            <WaitNotice
              id={notice}
              seconds={seconds}
              before="You have recently reset your password, please check your email. Or wait"
              after="before trying again."
            />
          )
        }
      />
    </AuthPage>
  );
};
