import * as dialogs from '#contracts/dialogs';
import { Button } from '@atrium/shared-kernel/ui/button';
import { useHost } from '../remote.ts';
import { Section } from '../ui/section.tsx';

/** Leads to the dialog that exports the person's data and imports chats from elsewhere. */
export const DataSection = () => {
  const remote = useHost();
  return (
    <Section title="Your data" text="Download a copy of your data, or import chats from elsewhere.">
      <Button onClick={() => void remote.dialogs.open(dialogs.workspace.data, {})}>Export or import</Button>
    </Section>
  );
};
