import Apple from 'lucide-react/icons/apple';
import Play from 'lucide-react/icons/play';
import styles from './help-dialog.module.css';

/** Where the apps are found, by the name of the product. */
const stores = [
  { name: 'App Store', icon: <Apple />, url: 'https://apps.apple.com/search?term=Atrium' },
  { name: 'Google Play', icon: <Play />, url: 'https://play.google.com/store/search?q=Atrium&c=apps' },
] as const;

/** The apps for iOS and Android (B1.11, B2.32). */
export const StoreBadges = () => (
  <ul aria-label="Apps" className={styles.stores}>
    {stores.map(({ name, icon, url }) => (
      <li key={name}>
        <a href={url} target="_blank" rel="noopener noreferrer" className={styles.store}>
          <span className={styles.logo} aria-hidden>
            {icon}
          </span>
          <span>
            <small>Atrium on</small> {name}
          </span>
        </a>
      </li>
    ))}
  </ul>
);
