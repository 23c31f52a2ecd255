import { Link } from '@atrium/shared-kernel/remote';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import type { ReactNode } from 'react';
import { AuthPage } from '../ui/auth-page.tsx';
import form from '../ui/form.module.css';
import { Mark } from '../ui/mark.tsx';

interface DeadLinkProps {
  readonly title: string;
  readonly lead: string;
  readonly focusTitle?: boolean;
  readonly children?: ReactNode;
}

/** Shown for a link that cannot set a password, with a way to request a new one. */
export const DeadLink = ({ title, lead, focusTitle, children }: DeadLinkProps) => (
  <AuthPage mark={<Mark of="broken" />} title={title} lead={lead} focusTitle={focusTitle}>
    {children}
    <div className={form.send}>
      <Link to="/auth/reset" className={buttonLook({ variant: 'primary', size: 'l', wide: true })}>
        Request a new link
      </Link>
      <Link to="/auth/login" className={buttonLook({ variant: 'ghost', size: 'l', wide: true })}>
        Log in
      </Link>
    </div>
  </AuthPage>
);
