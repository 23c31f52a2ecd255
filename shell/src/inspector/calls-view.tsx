import { useBehavior } from '@atrium/shared-kernel/remote';
import styles from './inspector.module.css';
import type { PartRecord } from './part-record.ts';

/** The calls of the remotes, the newest on top. */
export const CallsView = ({ record }: { record: PartRecord }) => {
  const calls = useBehavior(record.calls$).toReversed();
  if (calls.length === 0) return <p className={styles.facts}>No calls yet.</p>;
  return (
    <ol aria-label="Calls" className={styles.list}>
      {calls.map(({ id, remote, call, at, ms, failure }) => (
        <li key={id} className={styles.call} data-bad={failure !== undefined}>
          <span className={styles.quiet}>{(at / 1000).toFixed(2)} s</span> <strong>{call}</strong>{' '}
          <span className={styles.quiet}>
            {remote} · {ms === undefined ? 'running' : `${Math.round(ms)} ms`}
          </span>
          {failure !== undefined && <span className={styles.problem}> {failure}</span>}
        </li>
      ))}
    </ol>
  );
};
