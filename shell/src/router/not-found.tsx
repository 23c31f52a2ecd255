import { Wordmark } from '@atrium/shared-kernel/ui/brand';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import { Link } from 'react-router-dom';
import styles from './not-found.module.css';

/** Any path that nobody knows (A2.16). */
export const NotFound = () => (
  <main className={styles.page}>
    <Link to="/" className={styles.brand} aria-label="Atrium, home">
      <Wordmark />
    </Link>
    <div className={styles.text}>
      <h1 className={styles.title}>404 - Not Found</h1>
      <p className={styles.reason}>
        There’s nothing at this address. The page may have moved, or the link may be incomplete.
      </p>
      <Link to="/" className={buttonLook({ variant: 'primary' })}>
        Back to Atrium
      </Link>
    </div>
  </main>
);
