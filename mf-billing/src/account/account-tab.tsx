import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { AvatarSection } from '../avatar/avatar-section.tsx';
import { ConnectionsSection } from '../connections/connections-section.tsx';
import { DataSection } from '../data/data-section.tsx';
import { DeletionSection } from '../deletion/deletion-section.tsx';
import { EmailSection } from '../email/email-section.tsx';
import { PasskeysSection } from '../passkeys/passkeys-section.tsx';
import { PasswordSection } from '../password/password-section.tsx';
import { SessionsSection } from '../sessions/sessions-section.tsx';
import { ProfileSection, type ProfileSectionProps } from './profile-section.tsx';

interface AccountTabProps extends ProfileSectionProps {
  readonly user: User;
}

/** Who the person is, the ways in, the ways out. */
export const AccountTab = ({ user, ...profile }: AccountTabProps) => (
  <>
    <AvatarSection user={user} />
    <ProfileSection {...profile} />
    <EmailSection user={user} />
    <PasswordSection email={user.email} />
    <PasskeysSection />
    <ConnectionsSection />
    <SessionsSection email={user.email} />
    <DataSection />
    <DeletionSection />
  </>
);
