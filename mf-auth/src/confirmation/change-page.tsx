import { toLoginSoon } from '@atrium/shared-kernel/contracts/sentences';
import { Link } from '@atrium/shared-kernel/remote';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import { AuthPage } from '../ui/auth-page.tsx';
import { Mark } from '../ui/mark.tsx';
import { useLinkQuery } from '../ui/use-link-query.ts';
import { useRedirect } from '../ui/use-redirect.ts';
import { Confirmation } from './confirmation.tsx';

const NothingToConfirm = () => {
  useRedirect('/auth/login');
  return (
    <AuthPage
      mark={<Mark of="broken" />}
      title="There is nothing to confirm here"
      lead={`This link is incomplete. ${toLoginSoon}`}
    >
      <Link to="/auth/login" replace className={buttonLook({ variant: 'primary', size: 'l', wide: true })}>
        Go to the login page
      </Link>
    </AuthPage>
  );
};

/** `/auth/change`: confirms the address of a new account, or a new address of an account (A2.07). */
export const ChangePage = () => {
  const { link, forget } = useLinkQuery('changeHash', 'newEmail');
  return link ? <Confirmation link={link} onAnswer={forget} /> : <NothingToConfirm />;
};
