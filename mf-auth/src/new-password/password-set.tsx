import { Link } from '@atrium/shared-kernel/remote';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import { AuthPage } from '../ui/auth-page.tsx';
import form from '../ui/form.module.css';
import { Mark } from '../ui/mark.tsx';
import { useRedirect } from '../ui/use-redirect.ts';

/** The password is set: goes on to the login, after 3 seconds or at once. */
export const PasswordSet = ({ msg }: { readonly msg: string | undefined }) => {
  useRedirect('/auth/login');
  return (
    <AuthPage
      mark={<Mark of="done" />}
      title="Your new password is set"
      lead={msg ?? 'You can log in with it now.'}
      focusTitle
    >
      <p className={form.text}>We’ll take you to the login page in a moment.</p>
      <div className={form.send}>
        <Link to="/auth/login" replace className={buttonLook({ variant: 'primary', size: 'l', wide: true })}>
          Log in now
        </Link>
      </div>
    </AuthPage>
  );
};
