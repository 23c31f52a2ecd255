import { Button } from '@atrium/shared-kernel/ui/button';
import { Section } from '../ui/section.tsx';
import { useDeleteProfile } from './deletion.api.ts';

/** The end of the account. */
export const DeletionSection = () => {
  const deleteProfile = useDeleteProfile();
  return (
    <Section title="Delete profile" text="Your account and all that is yours in it, for good." danger>
      <Button variant="danger" onClick={() => void deleteProfile()}>
        Delete profile
      </Button>
    </Section>
  );
};
