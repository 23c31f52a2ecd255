import { Link } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field, type FieldProps } from '@atrium/shared-kernel/ui/field';
import type { FormEvent, ReactNode } from 'react';
import form from '../ui/form.module.css';
import { longest } from '../ui/rules.ts';

interface Props {
  readonly field: (name: 'email' | 'password') => Partial<FieldProps>;
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Why the form cannot be sent yet, and the element id of that notice. */
  readonly notice?: ReactNode;
  readonly noticeId?: string | undefined;
  readonly busy?: boolean;
  readonly passkey: ReactNode;
}

export const LoginForm = ({ field, onSubmit, notice, noticeId, busy = false, passkey }: Props) => (
  <form className={form.form} method="post" onSubmit={onSubmit} noValidate data-early-form="login">
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
    {notice}
    <div className={form.send}>
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        busy={busy}
        busyLabel="Logging in"
        disabled={noticeId !== undefined}
        aria-describedby={noticeId}
      >
        Log in
      </Button>
      {passkey}
    </div>
  </form>
);

export const loginTexts = {
  title: 'Welcome back',
  lead: 'Log in to pick up where you left off.',
  aside: (
    <>
      New here? <Link to="/auth/signup">Create an account</Link>
    </>
  ),
};
