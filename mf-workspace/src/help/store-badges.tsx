import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import Apple from 'lucide-react/icons/apple';
import Play from 'lucide-react/icons/play';
import { useHost } from '../remote.ts';
import styles from './help-dialog.module.css';

const stores = {
  'app-store': { name: 'App Store', icon: <Apple /> },
  'google-play': { name: 'Google Play', icon: <Play /> },
} as const;

/** Links to the apps for iOS and Android, if the operator has set them (B1.11, B2.32). */
export const StoreBadges = () => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['apps'],
    queryFn: ({ signal }) => client.call(calls.help.listApps, {}, { signal }),
  });
  if (!data || data.apps.length === 0) return null;
  return (
    <ul aria-label="Apps" className={styles.stores}>
      {data.apps.map(({ store, url }) => (
        <li key={store}>
          <a href={url} target="_blank" rel="noopener noreferrer" className={styles.store}>
            <span className={styles.logo} aria-hidden>
              {stores[store].icon}
            </span>
            <span>
              <small>Atrium on</small> {stores[store].name}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
};
