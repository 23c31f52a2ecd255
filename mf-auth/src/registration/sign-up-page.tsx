import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as dialogs from '#contracts/dialogs';
import { nameError } from '@atrium/shared-kernel/contracts/validation';
import { isFailure } from '@atrium/shared-kernel/failure';
import { Link } from '@atrium/shared-kernel/remote';
import { type FormEvent, useEffect } from 'react';
import { intentOf, storeIntent } from '../intent/intent.ts';
import { NextPlan } from '../intent/next-plan.tsx';
import { useRedirectSignedIn } from '../intent/use-redirect-signed-in.ts';
import { useTeamIntentEnd } from '../intent/use-team-intent-end.ts';
import { useHost } from '../remote.ts';
import { SocialButtons } from '../social/social-buttons.tsx';
import { divider } from '../social/social-frame.tsx';
import { AuthPage } from '../ui/auth-page.tsx';
import form from '../ui/form.module.css';
import { emailRule, passwordRule } from '../ui/rules.ts';
import { useFields } from '../ui/use-fields.ts';
import { SignUpForm, signUpTexts } from './sign-up-form.tsx';
import { useSignUp } from './sign-up.api.ts';

/** `/auth/signup` (A2.04): `?team` or `?user` set the intent cookie. */
export const SignUpPage = () => {
  const { dialogs: open, navigation, storage } = useHost();
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
  useTeamIntentEnd();
  useRedirectSignedIn(signUp.isPending || signUp.isSuccess);

  const send = (event: FormEvent<HTMLFormElement>) => {
    if (!check(event) || signUp.isPending) return;
    signUp.mutate({
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
      email: values.email.trim(),
      password: values.password,
    });
  };
  const emailTaken = isFailure(signUp.error, calls.auth.register, 'email-taken');

  return (
    <AuthPage {...signUpTexts}>
      <NextPlan />
      <SocialButtons divider={divider} />
      <SignUpForm
        field={field}
        password={values.password}
        onSubmit={send}
        busy={signUp.isPending}
        notice={
          emailTaken && (
            <p className={form.hint} role="status">
              This address already has an account. <Link to="/auth/login">Log in</Link>, or{' '}
              <Link to="/auth/reset">reset your password</Link>.
            </p>
          )
        }
        onTerms={() => void open.open(dialogs.auth.terms, {})}
        onPrivacy={() => void open.open(dialogs.auth.privacy, {})}
      />
    </AuthPage>
  );
};
