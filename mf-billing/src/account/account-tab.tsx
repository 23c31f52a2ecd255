import { AvatarSection } from '../avatar/avatar-section.tsx';
import { ConnectionsSection } from '../connections/connections-section.tsx';
import { DeletionSection } from '../deletion/deletion-section.tsx';
import { EmailSection } from '../email/email-section.tsx';
import { PasskeysSection } from '../passkeys/passkeys-section.tsx';
import { PasswordSection } from '../password/password-section.tsx';
import { SessionsSection } from '../sessions/sessions-section.tsx';
import { ProfileSection, type ProfileSectionProps } from './profile-section.tsx';
import * as dialogs from '#contracts/dialogs';
import { Button } from '@atrium/shared-kernel/ui/button';
import { useHost } from '../remote.ts';
import { Section } from '../ui/section.tsx';

/** Opens the dialog that exports the user's data and imports chats from elsewhere. */
const DataSection = () => {
  const remote = useHost();
  return (
    <Section title="Your data" text="Download a copy of your data, or import chats from elsewhere.">
      <Button onClick={() => void remote.dialogs.open(dialogs.workspace.data, {})}>Export or import</Button>
    </Section>
  );
};

/** The user's profile, how they log in, and how they leave. */
export const AccountTab = ({ user, ...profile }: ProfileSectionProps) => (
  <>
    <AvatarSection user={user} />
    <ProfileSection user={user} {...profile} />
    <EmailSection user={user} />
    <PasswordSection email={user.email} />
    <PasskeysSection />
    <ConnectionsSection />
    <SessionsSection email={user.email} />
    <DataSection />
    <DeletionSection />
  </>
);
