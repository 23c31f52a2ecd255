import { Button } from '@atrium/shared-kernel/ui/button';
import { Section } from '../ui/section.tsx';
import { useDeleteProfile } from './deletion.api.ts';

/** Deletes the account. */
export const DeletionSection = () => {
  const { deleting, deleteProfile } = useDeleteProfile();
  return (
    <Section title="Delete profile" text="Permanently delete your account and everything in it." danger>
      <Button variant="danger" busy={deleting} busyLabel="Deleting" onClick={() => void deleteProfile()}>
        Delete profile
      </Button>
    </Section>
  );
};
