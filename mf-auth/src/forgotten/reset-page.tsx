import { messageOf } from '@atrium/shared-kernel/client';
import { createWait, Link, useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type FormEvent, useId, useState } from 'react';
import { useHost } from '../remote.ts';
import { AuthPage } from '../ui/auth-page.tsx';
import form from '../ui/form.module.css';
import { emailRule, longest } from '../ui/rules.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormAlert } from '../ui/use-form-alert.ts';
import { WaitNotice } from '../ui/wait-notice.tsx';
import { LinkSent } from './link-sent.tsx';
import { useForgotPassword } from './reset.api.ts';

/** `/auth/reset`: asks for a link to set a new password (A2.05). */
export const ResetPage = () => {
  const { scope } = useHost();
  const [wait] = useState(() => createWait(scope));
  const seconds = useBehavior(wait.seconds$);
  const notice = useId();
  const { values, field, check } = useFields({ email: emailRule });
  const alert = useFormAlert();
  const request = useForgotPassword((error) =>
    alert(wait.begin(error) ? undefined : messageOf(error, 'Error, please try again.')),
  );
  const email = values.email.trim();
  // The service limits by address: another one need not wait.
  const waiting = seconds > 0 && request.variables === email;

  const send = (event: FormEvent<HTMLFormElement>) => {
    if (!check(event) || request.isPending || waiting) return;
    alert();
    request.mutate(email);
  };

  if (request.isSuccess) return <LinkSent email={email} msg={request.data.msg} onAgain={request.reset} />;
  return (
    <AuthPage
      title="Forgot your password?"
      lead="Enter your account’s email address, and we’ll send you a link to set a new password."
      aside={
        <>
          Remembered it? <Link to="/auth/login">Log in</Link>
        </>
      }
    >
      <form className={form.form} onSubmit={send} noValidate>
        <Field
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={longest.email}
          required
        />
        {waiting && (
          <WaitNotice
            id={notice}
            seconds={seconds}
            before="You have recently reset your password, please check your email. Or wait"
            after="before trying again."
          />
        )}
        <div className={form.send}>
          <Button
            type="submit"
            variant="primary"
            size="l"
            wide
            busy={request.isPending}
            busyLabel="Sending link"
            disabled={waiting}
            aria-describedby={waiting ? notice : undefined}
          >
            Send link
          </Button>
        </div>
      </form>
    </AuthPage>
  );
};
