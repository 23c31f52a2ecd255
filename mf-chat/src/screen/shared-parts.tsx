import { Link } from '@atrium/shared-kernel/remote';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import Unlink from 'lucide-react/icons/unlink';
import UsersRound from 'lucide-react/icons/users-round';
import styles from './shared-parts.module.css';

/** Below the title of a chat that somebody shared, and of a copy of it (B2.15). */
export const SharedBy = ({ name }: { readonly name: string }) =>
  name === '' ? null : (
    <p className={styles.by}>
      <UsersRound aria-hidden />
      <span className={styles.name}>Shared by {name}</span>
    </p>
  );

/** Above the composer while a shared chat is read. */
export const ContinueNote = () => (
  <p className={styles.note}>
    <strong>Continue this chat</strong> Your message starts a copy of your own.
  </p>
);

/** In the place of a shared chat whose link leads nowhere any more. */
export const SharedGone = () => (
  <div role="alert">
    <EmptyState
      icon={<Unlink />}
      title="This chat is not shared any more"
      text="Its link was revoked, or the chat was deleted. Whoever sent you the link can share it again."
      action={
        <Link to="/" className={buttonLook()}>
          Go to the start
        </Link>
      }
    />
  </div>
);
