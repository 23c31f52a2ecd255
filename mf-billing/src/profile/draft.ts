import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { isUsername, messages, nameError } from '@atrium/shared-kernel/contracts/validation';

/** The fields that save themselves. */
export interface ProfileDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  readonly aiDisplayName: string;
  readonly emailNotifications: boolean;
}

const names = ['firstName', 'lastName', 'username', 'aiDisplayName'] as const;
type Typed = (typeof names)[number];

/** Longest values that the service takes. */
export const limits = { name: 100, displayName: 50 } as const;

const rules: Record<Typed, (value: string) => string | undefined> = {
  firstName: nameError,
  lastName: nameError,
  username: (value) => (isUsername(value.trim()) ? undefined : messages.username),
  aiDisplayName: () => undefined,
};

export const draftOf = (user: User): ProfileDraft => ({
  firstName: user.firstName,
  lastName: user.lastName,
  username: user.username ?? '',
  aiDisplayName: user.aiDisplayName ?? '',
  emailNotifications: user.emailNotifications,
});

/** The message of the rule that a field breaks. */
export const draftError = (draft: ProfileDraft, name: Typed): string | undefined => rules[name](draft[name]);

/** What of a draft differs from the user and keeps its rule; undefined where that is nothing. */
export const dueOf = (draft: ProfileDraft, user: User): Partial<ProfileDraft> | undefined => {
  const saved = draftOf(user);
  const due = names.filter((name) => draft[name].trim() !== saved[name] && draftError(draft, name) === undefined);
  const { emailNotifications } = draft;
  const change = {
    ...Object.fromEntries(due.map((name) => [name, draft[name].trim()])),
    ...(emailNotifications === saved.emailNotifications ? {} : { emailNotifications }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
};
