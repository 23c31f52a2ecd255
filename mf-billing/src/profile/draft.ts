import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { isUsername, messages, nameError } from '@atrium/shared-kernel/contracts/validation';

/** The fields that are saved automatically. */
export interface ProfileDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  readonly aiDisplayName: string;
  readonly emailNotifications: boolean;
}

const names = ['firstName', 'lastName', 'username', 'aiDisplayName'] as const;
export type NameField = (typeof names)[number];
export const fields = [...names, 'emailNotifications'] as const;

/** Maximum lengths that the service accepts. */
export const limits = { name: 100, displayName: 50 } as const;

const rules: Record<NameField, (value: string) => string | undefined> = {
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
export const draftError = (draft: ProfileDraft, name: NameField): string | undefined => rules[name](draft[name]);

/** What is typed, and for each typed field the saved value that it replaces. */
export interface Typing {
  readonly typed: Partial<ProfileDraft>;
  readonly base: Partial<ProfileDraft>;
}

/** A value in the form in which it is saved. */
export const trimmed = (value: string | boolean | undefined) => (typeof value === 'string' ? value.trim() : value);

/** Whether a field differs from the value that it replaces. */
export const isDirty = ({ typed, base }: Typing, field: keyof ProfileDraft): boolean =>
  typed[field] !== undefined && trimmed(typed[field]) !== base[field];

/** Whether a field was typed here and changed to something else elsewhere. */
const hasConflict = (typing: Typing, saved: ProfileDraft, field: keyof ProfileDraft): boolean =>
  isDirty(typing, field) && saved[field] !== typing.base[field] && saved[field] !== trimmed(typing.typed[field]);

/** What the fields show: what is typed, or else the current values of the user. */
export const shownOf = (typing: Typing, user: User): ProfileDraft => {
  const saved = draftOf(user);
  const { typed, base } = typing;
  const own = fields.filter(
    (field) => typed[field] !== undefined && (isDirty(typing, field) || saved[field] === base[field]),
  );
  return { ...saved, ...Object.fromEntries(own.map((field) => [field, typed[field]])) };
};

/** The saved values of the fields that were changed both here and elsewhere. */
export const conflictsOf = (typing: Typing, user: User): { readonly [Field in NameField]?: string } => {
  const saved = draftOf(user);
  return Object.fromEntries(
    names.filter((name) => hasConflict(typing, saved, name)).map((name) => [name, saved[name]]),
  );
};

/** Whether the service refused what a field holds. */
export const isRefused = (draft: Partial<ProfileDraft>, refused: Partial<ProfileDraft>, field: keyof ProfileDraft) =>
  refused[field] !== undefined && trimmed(draft[field]) === refused[field];

/**
 * The changes to save: valid ones that differ from the user, were made here only, and were not refused. Undefined if
 * there are none.
 */
export const changeToSaveOf = (
  typing: Typing,
  user: User,
  refused: Partial<ProfileDraft> = {},
): Partial<ProfileDraft> | undefined => {
  const saved = draftOf(user);
  const shown = shownOf(typing, user);
  const changeToSave = fields.filter(
    (field) =>
      trimmed(shown[field]) !== saved[field] &&
      !hasConflict(typing, saved, field) &&
      !isRefused(shown, refused, field) &&
      (field === 'emailNotifications' || draftError(shown, field) === undefined),
  );
  return changeToSave.length === 0
    ? undefined
    : Object.fromEntries(changeToSave.map((field) => [field, trimmed(shown[field])]));
};
