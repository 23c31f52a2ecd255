import { Link } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type FormEvent, useEffect } from 'react';
import { intentOf, storeIntent } from '../intent/intent.ts';
import { useRemote } from '../remote.ts';
import { AuthPage } from '../ui/auth-page.tsx';
import form from '../ui/form.module.css';
import { emailRule, newPasswordRule, required } from '../ui/rules.ts';
import { useFields } from '../ui/use-fields.ts';
import { PasswordRules } from './password-rules.tsx';
import { useSignUp } from './sign-up.api.ts';

/** Longest values that the service takes. */
const nameMax = 100;
const passwordMax = 200;

/** `/auth/signup` (A2.04): `?team` or `?user` set the intent cookie. */
export const SignUpPage = () => {
  const { navigation, storage } = useRemote();
  const signUp = useSignUp();
  const { values, field, check } = useFields({
    firstName: required,
    lastName: required,
    email: emailRule,
    password: newPasswordRule,
  });

  useEffect(() => {
    const intent = intentOf(navigation.location$.value.search);
    if (intent) storeIntent(storage.cookies, intent);
  }, [navigation, storage]);

  const send = (event: FormEvent<HTMLFormElement>) => {
    if (!check(event) || signUp.isPending) return;
    signUp.mutate({
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
      email: values.email.trim(),
      password: values.password,
    });
  };

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
      <form className={form.form} onSubmit={send} noValidate>
        <div className={form.pair}>
          <Field {...field('firstName')} label="First name" autoComplete="given-name" maxLength={nameMax} required />
          <Field {...field('lastName')} label="Last name" autoComplete="family-name" maxLength={nameMax} required />
        </div>
        <Field {...field('email')} label="Email" type="email" autoComplete="username" inputMode="email" required />
        <Field
          {...field('password')}
          label="Password"
          type="password"
          autoComplete="new-password"
          maxLength={passwordMax}
          required
        />
        <PasswordRules value={values.password} />
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
          <p className={form.notice}>
            By creating an account you agree to the terms of service and the privacy policy.
          </p>
        </div>
      </form>
    </AuthPage>
  );
};
