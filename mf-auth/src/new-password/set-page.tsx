import { messageOf } from '@atrium/shared-kernel/client';
import { isLinkRefused, refusalText } from '../ui/link-refusal.ts';
import { useFormAlert } from '../ui/use-form-alert.ts';
import { useLinkQuery } from '../ui/use-link-query.ts';
import { DeadLink } from './dead-link.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { useSetPassword } from './set.api.ts';
import { Link } from '@atrium/shared-kernel/remote';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import { errorTryAgain, toLoginSoon } from '@atrium/shared-kernel/contracts/sentences';
import { AuthPage } from '../ui/auth-page.tsx';
import form from '../ui/form.module.css';
import { Mark } from '../ui/mark.tsx';
import { useRedirect } from '../ui/use-redirect.ts';

/** The password is set. Redirects to the login after 3 seconds, or at once by the link. */
const PasswordSet = ({ msg }: { readonly msg: string | undefined }) => {
  useRedirect('/auth/login');
  return (
    <AuthPage
      mark={<Mark of="done" />}
      title="Your new password is set"
      lead={msg ?? 'You can log in with it now.'}
      focusTitle
    >
      <p className={form.text}>{toLoginSoon}</p>
      <div className={form.send}>
        <Link to="/auth/login" replace className={buttonLook({ variant: 'primary', size: 'l', wide: true })}>
          Log in now
        </Link>
      </div>
    </AuthPage>
  );
};

/** `/auth/set`: sets a new password with the link from an email (A2.06). */
export const SetPage = () => {
  const { link, forget } = useLinkQuery('resetHash');
  const alert = useFormAlert();
  const setting = useSetPassword((error) => {
    if (isLinkRefused(error)) forget();
    else alert(messageOf(error, errorTryAgain));
  });

  if (!link)
    return <DeadLink title="This link is incomplete" lead="Open it again from the email, or request a new one." />;
  if (setting.isSuccess) return <PasswordSet msg={setting.data.msg} />;
  if (isLinkRefused(setting.error))
    return (
      <DeadLink
        title="This link no longer works"
        lead={refusalText(setting.error, 'It has already been used, or it has expired.')}
        focusTitle
      >
        <p className={form.text}>
          Each password link works once and expires after one hour. If you’ve already used it, log in with your new
          password. If not, request a new link.
        </p>
      </DeadLink>
    );
  return (
    <NewPasswordForm
      busy={setting.isPending}
      onSend={(password) => {
        alert();
        setting.mutate({ password, resetHash: link.resetHash }, { onSuccess: forget });
      }}
    />
  );
};
