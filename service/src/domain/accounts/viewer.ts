import { subscriptionGrace } from '@atrium/shared-kernel/contracts/constants';
import type { InferInput } from '@atrium/shared-kernel/contracts/define';
import type { user as userEntity } from '@atrium/shared-kernel/contracts/entities/user';
import { getTableColumns, sql } from 'drizzle-orm';
import { subscriptions } from '../../db/schema/billing.ts';
import { users } from '../../db/schema/accounts.ts';
import { revisionOf } from '../revision.ts';

export type UserRow = typeof users.$inferSelect;

/** The user who makes a request, with the end of the plan that they have personally or through a paid seat. */
export interface Viewer extends Omit<UserRow, 'passwordHash'> {
  readonly subscriptionEnd: Date | null;
}

const { passwordHash: _, ...columns } = getTableColumns(users);

/** Columns of a viewer, for a query on `users`. */
export const viewerColumns = {
  ...columns,
  subscriptionEnd: sql<Date | null>`greatest(
    (select max(s.current_end) from subscriptions s where s.user_id = users.id and s.team_id is null),
    (select max(s.current_end) from subscriptions s join team_members m on m.team_id = s.team_id
      where m.user_id = users.id and m.paid))`.mapWith(subscriptions.currentEnd),
};

/** Active: the end date and the grace after it are in the future (A4.07). */
export const isPremium = (viewer: Viewer, now = Date.now()): boolean =>
  viewer.subscriptionEnd !== null && viewer.subscriptionEnd.getTime() + subscriptionGrace > now;

type Names = Pick<UserRow, 'firstName' | 'lastName' | 'username' | 'aiDisplayName'>;

/** The revision of the names that the user can edit. */
export const namesRevision = ({ firstName, lastName, username, aiDisplayName }: Names): string =>
  revisionOf(firstName, lastName, username, aiDisplayName);

/** The user in the form the browser gets. */
export const toUser = (viewer: Viewer): InferInput<typeof userEntity> => ({
  _id: viewer.id,
  email: viewer.email,
  firstName: viewer.firstName,
  lastName: viewer.lastName,
  username: viewer.username ?? undefined,
  avatarImageUrl: viewer.avatarImageUrl ?? undefined,
  theme: viewer.theme ?? undefined,
  fontSize: viewer.fontSize ?? undefined,
  aiPersonality: viewer.aiPersonality ?? undefined,
  aiLanguage: viewer.aiLanguage ?? undefined,
  aiDisplayName: viewer.aiDisplayName ?? undefined,
  emailNotifications: viewer.emailNotifications,
  reminderHour: viewer.reminderHour ?? undefined,
  timeZone: viewer.timeZone ?? undefined,
  heardFrom: viewer.heardFrom ?? undefined,
  subscriptionEndDate: viewer.subscriptionEnd?.toISOString(),
  countryCode: viewer.countryCode ?? undefined,
  region: viewer.region ?? undefined,
  postal: viewer.postal ?? undefined,
  currencySymbol: viewer.currencySymbol ?? undefined,
  activeTeam: viewer.activeTeamId ?? undefined,
  booktAdmin: viewer.booktAdmin,
  googleScopes: viewer.googleScopes ?? undefined,
  microsoftScopes: viewer.microsoftScopes ?? undefined,
  emailVerified: viewer.emailVerifiedDate !== null,
  memoryEnabled: viewer.memoryEnabled,
  model: viewer.model ?? undefined,
});
