import { lazyPart, Link } from '@atrium/shared-kernel/remote';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import { Suspense } from 'react';
import styles from './screen.module.css';

const PlanHint = lazyPart(async () => ({ default: (await import('./plan-hint.tsx')).PlanHint }));

interface Props {
  readonly visitor: boolean;
}

export const JoinLinks = ({ visitor }: Props) => (
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
);

/** Reserves the line of the hint until it has loaded, so that the buttons above it stay in position. */
export const HintPlaceholder = () => (
  <p aria-hidden className={styles.hintSpace}>
    &nbsp;
  </p>
);

/** Replaces the composer for visitors and users without a plan (B2.17). */
export const JoinBar = ({ visitor }: Props) => (
  <>
    <JoinLinks visitor={visitor} />
    {!visitor && (
      <Suspense fallback={<HintPlaceholder />}>
        <PlanHint />
      </Suspense>
    )}
  </>
);
