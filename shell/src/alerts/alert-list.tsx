import { useBehavior } from '@atrium/shared-kernel/remote';
import { useShell } from '../shell-context.ts';
import { AlertBanner } from './alert-banner.tsx';
import styles from './alert-list.module.css';

/** Banners above every page, the newest nearest to the edge. */
export const AlertList = () => {
  const { alerts } = useShell();
  const shown = useBehavior(alerts.alerts$);
  return (
    <section aria-label="Notifications" className={styles.region}>
      <ol className={styles.list}>
        {shown.map((alert) => (
          <AlertBanner key={alert.id} alert={alert} alerts={alerts} />
        ))}
      </ol>
    </section>
  );
};
