import { passwordRules } from '@atrium/shared-kernel/contracts/validation';
import { Link } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field, type FieldProps } from '@atrium/shared-kernel/ui/field';
import { type FormEvent, type ReactNode, useId } from 'react';
import form from '../ui/form.module.css';
import { PasswordRules } from '../ui/password-rules.tsx';
import { longest } from '../ui/rules.ts';

interface AgreementProps {
  readonly onTerms?: () => void;
  readonly onPrivacy?: () => void;
}

/** What users agree to, with buttons that open both documents. */
const Agreement = ({ onTerms, onPrivacy }: AgreementProps) => (
  <p className={form.notice}>
    By creating an account, you agree to the{' '}
    <button type="button" className={form.inline} disabled={!onTerms} onClick={onTerms}>
      terms of service
    </button>
    {' and the '}
    <button type="button" className={form.inline} disabled={!onPrivacy} onClick={onPrivacy}>
      privacy notice
    </button>
    .
  </p>
);

interface Props extends AgreementProps {
  readonly field: (name: 'firstName' | 'lastName' | 'email' | 'password') => Partial<FieldProps>;
  /** The current value of the password field. */
  readonly password: string;
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  readonly notice?: ReactNode;
  readonly busy?: boolean;
}

export const SignUpForm = ({ field, password, onSubmit, notice, busy = false, ...texts }: Props) => {
  const rules = useId();
  return (
    <form className={form.form} method="post" onSubmit={onSubmit} noValidate data-early-form="sign-up">
      <div className={form.pair}>
        <Field {...field('firstName')} label="First name" autoComplete="given-name" maxLength={longest.name} required />
        <Field {...field('lastName')} label="Last name" autoComplete="family-name" maxLength={longest.name} required />
      </div>
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
        autoComplete="new-password"
        maxLength={longest.password}
        describedBy={rules}
        required
      />
      <PasswordRules id={rules} rules={passwordRules} value={password} />
      {notice}
      <div className={form.send}>
        <Button type="submit" variant="primary" size="l" wide busy={busy} busyLabel="Creating your account">
          Create account
        </Button>
        <Agreement {...texts} />
      </div>
    </form>
  );
};

export const signUpTexts = {
  title: 'Create your account',
  lead: 'Your chats, agents and team in one place.',
  aside: (
    <>
      Already have an account? <Link to="/auth/login">Log in</Link>
    </>
  ),
};
