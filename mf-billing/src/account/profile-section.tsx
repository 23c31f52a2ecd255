import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { username as usernameLimits } from '@atrium/shared-kernel/contracts/constants';
import { useState } from 'react';
import { draftError, limits, type ProfileDraft } from '../profile/draft.ts';
import { type SaveStates, SavedField } from '../profile/saved-field.tsx';
import { Pair, Section } from '../ui/section.tsx';

export interface ProfileSectionProps extends SaveStates {
  readonly user: User;
  readonly draft: ProfileDraft;
  readonly onType: (change: Partial<ProfileDraft>) => void;
}

/** Name and username, which are saved automatically. */
export const ProfileSection = ({ user, draft, onType, ...contest }: ProfileSectionProps) => {
  const [blurred, setBlurred] = useState(false);
  // Two characters are not an error yet while a third may follow.
  const showsError = blurred || draft.username.length >= usernameLimits.min;
  // A provider may know one name only. That is no mistake of somebody who has typed nothing.
  const nameErrorOf = (name: 'firstName' | 'lastName') =>
    draft[name] === user[name] ? undefined : draftError(draft, name);
  return (
    <Section title="Profile" text="Changes are saved automatically.">
      <Pair>
        <SavedField
          {...contest}
          name="firstName"
          label="First name"
          value={draft.firstName}
          onChange={(firstName) => onType({ firstName })}
          error={nameErrorOf('firstName')}
          maxLength={limits.name}
          autoComplete="given-name"
        />
        <SavedField
          {...contest}
          name="lastName"
          label="Last name"
          value={draft.lastName}
          onChange={(lastName) => onType({ lastName })}
          error={nameErrorOf('lastName')}
          maxLength={limits.name}
          autoComplete="family-name"
        />
      </Pair>
      <SavedField
        {...contest}
        name="username"
        label="Username"
        value={draft.username}
        onChange={(username) => onType({ username })}
        onBlur={() => setBlurred(true)}
        onFocus={() => setBlurred(false)}
        error={showsError ? draftError(draft, 'username') : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Section>
  );
};
