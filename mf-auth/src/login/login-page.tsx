import { messageOf } from '@atrium/shared-kernel/client';
import { createWait, useBehavior } from '@atrium/shared-kernel/remote';
import { type FormEvent, useId, useState } from 'react';
import { NextPlan } from '../intent/next-plan.tsx';
import { useRedirectSignedIn } from '../intent/use-redirect-signed-in.ts';
import { useTeamIntentEnd } from '../intent/use-team-intent-end.ts';
import { PasskeyButton } from '../passkey/passkey-button.tsx';
import { useHost } from '../remote.ts';
import { divider } from '../social/social-frame.tsx';
import { SocialButtons } from '../social/social-buttons.tsx';
import { AuthPage } from '../ui/auth-page.tsx';
import { emailRule, required } from '../ui/rules.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormAlert } from '../ui/use-form-alert.ts';
import { WaitNotice } from '../ui/wait-notice.tsx';
import { LoginForm, loginTexts } from './login-form.tsx';
import { useLogin } from './login.api.ts';

const failed = 'Error trying to login, please try again.';

/** `/auth/login`: email and password (A2.03). */
export const LoginPage = () => {
  const { scope } = useHost();
  const [wait] = useState(() => createWait(scope));
  const seconds = useBehavior(wait.seconds$);
  const notice = useId();
  const { values, field, check } = useFields({ email: emailRule, password: required });
  const alert = useFormAlert();
  const login = useLogin((error) => alert(wait.begin(error) ? undefined : messageOf(error, failed)));
  // The service counts attempts per account, so a different account does not have to wait.
  const waiting = seconds > 0 && login.variables?.email.toLowerCase() === values.email.trim().toLowerCase();
  useTeamIntentEnd();
  useRedirectSignedIn(login.isPending || login.isSuccess);

  const send = (event: FormEvent<HTMLFormElement>) => {
    if (!check(event) || login.isPending || waiting) return;
    alert();
    login.mutate({ email: values.email.trim(), password: values.password });
  };

  return (
    <AuthPage {...loginTexts}>
      <NextPlan />
      <SocialButtons divider={divider} />
      <LoginForm
        field={field}
        onSubmit={send}
        busy={login.isPending}
        noticeId={waiting ? notice : undefined}
        notice={
          waiting && (
            <WaitNotice
              id={notice}
              seconds={seconds}
              before="Too many login attempts. Please wait"
              after="before trying again."
            />
          )
        }
        passkey={<PasskeyButton />}
      />
    </AuthPage>
  );
};
