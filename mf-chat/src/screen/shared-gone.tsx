import { Link } from '@atrium/shared-kernel/remote';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import Unlink from 'lucide-react/icons/unlink';

/** In the place of a shared chat whose link leads nowhere any more. */
export const SharedGone = () => (
  <div role="alert">
    <EmptyState
      icon={<Unlink />}
      title="This chat is no longer shared"
      text="The link was revoked, or the chat was deleted. Ask the person who sent you the link to share it again."
      action={
        <Link to="/" className={buttonLook()}>
          Go to the main screen
        </Link>
      }
    />
  </div>
);
