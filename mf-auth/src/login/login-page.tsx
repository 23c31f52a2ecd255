import { messageOf } from '@atrium/shared-kernel/client';
import { createWait, Link, useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type FormEvent, useId, useState } from 'react';
import { NextPlan } from '../intent/next-plan.tsx';
import { useSignedInAlready } from '../intent/use-signed-in-already.ts';
import { PasskeyButton } from '../passkey/passkey-button.tsx';
import { useHost } from '../remote.ts';
import { SocialButtons } from '../social/social-buttons.tsx';
import { AuthPage } from '../ui/auth-page.tsx';
import form from '../ui/form.module.css';
import { emailRule, longest, required } from '../ui/rules.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormAlert } from '../ui/use-form-alert.ts';
import { WaitNotice } from '../ui/wait-notice.tsx';
import { useLogin } from './login.api.ts';

const failed = 'Error trying to login, please try again.';

/** `/auth/login`: e-mail and password (A2.03). */
export const LoginPage = () => {
  const { scope } = useHost();
  const [wait] = useState(() => createWait(scope));
  const seconds = useBehavior(wait.seconds$);
  const notice = useId();
  const { values, field, check } = useFields({ email: emailRule, password: required });
  const alert = useFormAlert();
  const login = useLogin((error) => alert(wait.begin(error) ? undefined : messageOf(error, failed)));
  // The service counts by account: another one need not wait.
  const waiting = seconds > 0 && login.variables?.email.toLowerCase() === values.email.trim().toLowerCase();
  useSignedInAlready(login.isPending || login.isSuccess);

  const send = (event: FormEvent<HTMLFormElement>) => {
    if (!check(event) || login.isPending || waiting) return;
    alert();
    login.mutate({ email: values.email.trim(), password: values.password });
  };

  return (
    <AuthPage
      title="Welcome back"
      lead="Log in to pick up where you left off."
      aside={
        <>
          New here? <Link to="/auth/signup">Create an account</Link>
        </>
      }
    >
      <NextPlan />
      <SocialButtons divider="or use your email" />
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
        <Field
          {...field('password')}
          label="Password"
          type="password"
          autoComplete="current-password"
          maxLength={longest.password}
          required
        />
        <Link to="/auth/reset" className={form.forgotten}>
          Forgot Password
        </Link>
        {waiting && (
          <WaitNotice
            id={notice}
            seconds={seconds}
            before="Too many login attempts. Please wait"
            after="before trying again."
          />
        )}
        <div className={form.send}>
          <Button
            type="submit"
            variant="primary"
            size="l"
            wide
            busy={login.isPending}
            busyLabel="Logging in"
            disabled={waiting}
            aria-describedby={waiting ? notice : undefined}
          >
            Log in
          </Button>
          <PasskeyButton />
        </div>
      </form>
    </AuthPage>
  );
};
