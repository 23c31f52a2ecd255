import { Link, useBehavior } from '@atrium/shared-kernel/remote';
import { useHost } from '../remote.ts';
import styles from './plan-hint.module.css';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** Below the links to join, for signed-in users: that a plan has ended, and the yearly offer. */
export const PlanHint = () => {
  const end = useBehavior(useHost().session.user$)?.subscriptionEndDate;
  if (end === undefined)
    return (
      <p className={styles.hint}>
        <Link to="/subscribe?interval=year">Pay yearly and save 20%</Link>
      </p>
    );
  return (
    <p className={styles.hint}>
      Your plan ended on {day.format(new Date(end))}. Your chats are still here.{' '}
      <Link to="/subscribe">Renew monthly</Link> or <Link to="/subscribe?interval=year">renew yearly and save 20%</Link>
      .
    </p>
  );
};
