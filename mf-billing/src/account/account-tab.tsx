import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { username as usernameLimits } from '@atrium/shared-kernel/contracts/constants';
import { draftError, limits, type ProfileDraft } from '../profile/draft.ts';
import { Pair, Section } from '../ui/section.tsx';
import { useLogOut } from './account.api.ts';

interface AccountTabProps {
  readonly user: User;
  readonly draft: ProfileDraft;
  readonly onType: (change: Partial<ProfileDraft>) => void;
}

/** Who the person is, and the way out. */
export const AccountTab = ({ user, draft, onType }: AccountTabProps) => {
  const [left, setLeft] = useState(false);
  const logOut = useLogOut();
  // Two characters are not wrong yet while a third may follow.
  const settled = left || draft.username.length >= usernameLimits.min;
  return (
    <>
      <Section title="Profile">
        <Pair>
          <Field
            label="First name"
            value={draft.firstName}
            onChange={(firstName) => onType({ firstName })}
            error={draftError(draft, 'firstName')}
            maxLength={limits.name}
            autoComplete="given-name"
          />
          <Field
            label="Last name"
            value={draft.lastName}
            onChange={(lastName) => onType({ lastName })}
            error={draftError(draft, 'lastName')}
            maxLength={limits.name}
            autoComplete="family-name"
          />
        </Pair>
        <Field
          label="Username"
          value={draft.username}
          onChange={(username) => onType({ username })}
          onBlur={() => setLeft(true)}
          onFocus={() => setLeft(false)}
          error={settled ? draftError(draft, 'username') : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Section>
      <Section title="Session" text={`You are logged in as ${user.email}.`}>
        <Button icon={<LogOut />} busy={logOut.isPending} busyLabel="Logging out" onClick={() => logOut.mutate()}>
          Log out
        </Button>
      </Section>
    </>
  );
};
