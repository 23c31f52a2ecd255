import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { Link, useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type FormEvent, useId, useState } from 'react';
import { useRemote } from '../remote.ts';
import { AuthPage } from '../ui/auth-page.tsx';
import form from '../ui/form.module.css';
import { emailRule, required } from '../ui/rules.ts';
import { useFields } from '../ui/use-fields.ts';
import { useLogin } from './login.api.ts';
import { createLoginWait } from './login.model.ts';

/** `/auth/login`: e-mail and password (A2.03). */
export const LoginPage = () => {
  const { alerts, scope } = useRemote();
  const [wait] = useState(() => createLoginWait(scope));
  const seconds = useBehavior(wait.seconds$);
  const notice = useId();
  const { values, field, check } = useFields({ email: emailRule, password: required });
  const login = useLogin((error) => {
    const message = wait.failed(error);
    if (message) alerts.show({ message, type: 'error', time: toastTimes.medium });
  });

  const send = (event: FormEvent<HTMLFormElement>) => {
    if (!check(event) || login.isPending || seconds > 0) return;
    login.mutate({ email: values.email.trim(), password: values.password });
  };

  return (
    <AuthPage
      title="Welcome back"
      lead="Log in to go on where you left off."
      aside={
        <>
          New here? <Link to="/auth/signup">Create an account</Link>
        </>
      }
    >
      <form className={form.form} onSubmit={send} noValidate>
        <Field {...field('email')} label="Email" type="email" autoComplete="username" inputMode="email" required />
        <Field {...field('password')} label="Password" type="password" autoComplete="current-password" required />
        {seconds > 0 && (
          <p id={notice} className={form.wait} role="timer">
            Too many login attempts. Please wait {seconds}s before trying again.
          </p>
        )}
        <div className={form.send}>
          <Button
            type="submit"
            variant="primary"
            size="l"
            wide
            busy={login.isPending}
            busyLabel="Logging in"
            disabled={seconds > 0}
            aria-describedby={seconds > 0 ? notice : undefined}
          >
            Log in
          </Button>
        </div>
      </form>
    </AuthPage>
  );
};
