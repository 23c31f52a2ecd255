import { type Behavior, useBehavior } from '@atrium/shared-kernel/remote';
import WifiOff from 'lucide-react/icons/wifi-off';
import styles from './offline-note.module.css';

/** Says quietly that there is no network; what was loaded stays readable below it. */
export const OfflineNote = ({ online$ }: { online$: Behavior<boolean> }) => {
  const online = useBehavior(online$);
  return (
    <output className={styles.note} data-shown={!online}>
      {!online && (
        <>
          <WifiOff aria-hidden /> You’re offline
        </>
      )}
    </output>
  );
};
