import { Link } from '@atrium/shared-kernel/remote';
import { Button, buttonLook } from '@atrium/shared-kernel/ui/button';
import { resetLinkSent } from '@atrium/shared-kernel/contracts/sentences';
import { AuthPage } from '../ui/auth-page.tsx';
import form from '../ui/form.module.css';
import { Mark } from '../ui/mark.tsx';

interface LinkSentProps {
  readonly email: string;
  /** The service's message. It never reveals whether the account exists. */
  readonly msg: string | undefined;
  readonly onAgain: () => void;
}

/** Shown after the request: what happens next. */
export const LinkSent = ({ email, msg, onAgain }: LinkSentProps) => (
  <AuthPage mark={<Mark of="sent" />} title="Check your email" lead={msg ?? resetLinkSent} focusTitle>
    <p className={form.text}>
      You entered <strong>{email}</strong>. The link works once and expires in one hour. If you don’t see an email
      within a few minutes, check your spam folder.
    </p>
    <div className={form.send}>
      <Link to="/auth/login" className={buttonLook({ variant: 'primary', size: 'l', wide: true })}>
        Back to login
      </Link>
      <Button variant="ghost" size="l" wide onClick={onAgain}>
        Use a different address
      </Button>
    </div>
  </AuthPage>
);
