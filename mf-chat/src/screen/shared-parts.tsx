import UsersRound from 'lucide-react/icons/users-round';
import styles from './shared-parts.module.css';

/** Below the title of a chat that somebody shared, and of a copy of it (B2.15). */
export const SharedBy = ({ name }: { readonly name: string }) => (
  <p className={styles.by}>
    <UsersRound aria-hidden />
    <span className={styles.name}>Shared by {name}</span>
  </p>
);

/** Above the composer while a shared chat is read. */
export const ContinueNote = () => (
  <p className={styles.note}>
    <strong>Continue this chat</strong> Sending a message starts your own copy.
  </p>
);
