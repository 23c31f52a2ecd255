import { lazyPart, Link } from '@atrium/shared-kernel/remote';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import { Suspense } from 'react';
import styles from './screen.module.css';

const PlanHint = lazyPart(async () => ({ default: (await import('./plan-hint.tsx')).PlanHint }));

/** In the place of the composer for whoever cannot chat yet (B2.17). */
export const JoinBar = ({ visitor }: { readonly visitor: boolean }) => (
  <>
    <nav className={styles.join} aria-label="Join Atrium">
      <Link to={visitor ? '/auth/signup' : '/subscribe'} className={buttonLook({ variant: 'primary', size: 'l' })}>
        Join Today
      </Link>
      <Link to="/team" className={buttonLook({ variant: 'secondary', size: 'l' })}>
        Create a Team
      </Link>
      {visitor && (
        <Link to="/auth/login" className={buttonLook({ variant: 'ghost', size: 'l' })}>
          Login
        </Link>
      )}
    </nav>
    <Suspense fallback={null}>{!visitor && <PlanHint />}</Suspense>
  </>
);
