import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';

/** In dialogs that list the collections, while there are none. */
export const NoCollections = () => (
  <EmptyState small title="No collections yet" text="Collections group the chats that belong together." />
);
