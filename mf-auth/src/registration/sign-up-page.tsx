import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import { nameError, passwordRules } from '@atrium/shared-kernel/contracts/validation';
import { isFailure } from '@atrium/shared-kernel/failure';
import { Link } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type FormEvent, useEffect, useId } from 'react';
import { intentOf, storeIntent } from '../intent/intent.ts';
import { NextPlan } from '../intent/next-plan.tsx';
import { useSignedInAlready } from '../intent/use-signed-in-already.ts';
import { useHost } from '../remote.ts';
import { SocialButtons } from '../social/social-buttons.tsx';
import { AuthPage } from '../ui/auth-page.tsx';
import form from '../ui/form.module.css';
import { PasswordRules } from '../ui/password-rules.tsx';
import { emailRule, longest, passwordRule } from '../ui/rules.ts';
import { useFields } from '../ui/use-fields.ts';
import { useSignUp } from './sign-up.api.ts';

/** What a person agrees to, with the texts themselves. */
const Agreement = () => {
  const { dialogs: open } = useHost();
  return (
    <p className={form.notice}>
      By creating an account, you agree to the{' '}
      <button type="button" className={form.inline} onClick={() => void open.open(dialogs.auth.terms, {})}>
        terms of service
      </button>
      {' and the '}
      <button type="button" className={form.inline} onClick={() => void open.open(dialogs.auth.privacy, {})}>
        privacy notice
      </button>
      .
    </p>
  );
};

interface AccountFieldsProps {
  readonly field: ReturnType<typeof useFields<'firstName' | 'lastName' | 'email' | 'password'>>['field'];
  readonly password: string;
}

const AccountFields = ({ field, password }: AccountFieldsProps) => {
  const rules = useId();
  return (
    <>
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
    </>
  );
};

/** `/auth/signup` (A2.04): `?team` or `?user` set the intent cookie. */
export const SignUpPage = () => {
  const { navigation, storage } = useHost();
  const signUp = useSignUp();
  const { values, field, check } = useFields({
    firstName: nameError,
    lastName: nameError,
    email: emailRule,
    password: passwordRule,
  });

  useEffect(() => {
    const intent = intentOf(navigation.location$.value.search);
    if (intent) storeIntent(storage.cookies, intent);
  }, [navigation, storage]);
  useSignedInAlready(signUp.isPending || signUp.isSuccess);

  const send = (event: FormEvent<HTMLFormElement>) => {
    if (!check(event) || signUp.isPending) return;
    signUp.mutate({
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
      email: values.email.trim(),
      password: values.password,
    });
  };
  const taken = isFailure(signUp.error, calls.auth.register, 'email-taken');

  return (
    <AuthPage
      title="Create your account"
      lead="Your chats, agents and team in one place."
      aside={
        <>
          Already have an account? <Link to="/auth/login">Log in</Link>
        </>
      }
    >
      <NextPlan />
      <SocialButtons divider="or use your email" />
      <form className={form.form} onSubmit={send} noValidate>
        <AccountFields field={field} password={values.password} />
        {taken && (
          <p className={form.hint} role="status">
            This address already has an account. <Link to="/auth/login">Log in</Link>, or{' '}
            <Link to="/auth/reset">reset your password</Link>.
          </p>
        )}
        <div className={form.send}>
          <Button
            type="submit"
            variant="primary"
            size="l"
            wide
            busy={signUp.isPending}
            busyLabel="Creating your account"
          >
            Create account
          </Button>
          <Agreement />
        </div>
      </form>
    </AuthPage>
  );
};
