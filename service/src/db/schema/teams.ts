import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { teamActions, teamEvents } from '@atrium/shared-kernel/contracts/entities/team';
import { users } from './accounts.ts';
import { created, id, instant, type StoredFile } from './columns.ts';

export const teams = pgTable('teams', {
  id: id(),
  name: text().notNull(),
  /** The number of paid seats. */
  seats: integer().notNull(),
  createdDate: created(),
  /**
   * The key that a join link needs in addition to the id; null if the link was never renewed, so that the id is enough.
   */
  joinKey: text(),
  joinKeyDate: instant(),
  joinKeyExpires: instant(),
  /** The catalog id of the model for new chats of members who have not chosen one. */
  model: text(),
});

const ofTeam = () =>
  text()
    .notNull()
    .references(() => teams.id, { onDelete: 'cascade' });
const ofUser = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** `paid`: whether the member has one of the team's seats; otherwise they are self-billed. */
export const teamMembers = pgTable(
  'team_members',
  {
    teamId: ofTeam(),
    userId: ofUser(),
    paid: boolean().notNull(),
    admin: boolean().notNull().default(false),
    createdDate: created(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] }), index('team_members_user').on(t.userId)],
);

/**
 * `adminRemoved`: a member lost admin rights. `payerLeft`: the plan ends unless the member resumes it. `budget`,
 * `memberBudget`: the budget of the team or of the member, in US dollars per month.
 */
const loggedActions = [...teamActions, ...teamEvents] as const;
export type LoggedAction = (typeof loggedActions)[number];

/**
 * The log of changes for the team's admins. Users are referred to by account, and no longer named once it is deleted.
 */
export const teamLog = pgTable(
  'team_log',
  {
    id: id(),
    teamId: ofTeam(),
    actorId: text().references(() => users.id, { onDelete: 'set null' }),
    memberId: text().references(() => users.id, { onDelete: 'set null' }),
    action: text({ enum: loggedActions }).notNull(),
    was: text(),
    now: text(),
    createdDate: created(),
  },
  (t) => [
    index('team_log_team').on(t.teamId, t.id),
    index('team_log_actor').on(t.actorId),
    index('team_log_member').on(t.memberId),
  ],
);

/** Users who were removed from a team, and when: an older link does not let them rejoin. */
export const teamRemovals = pgTable(
  'team_removals',
  { teamId: ofTeam(), userId: ofUser(), createdDate: created() },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] }), index('team_removals_user').on(t.userId)],
);

export const roles = pgTable(
  'roles',
  {
    id: id(),
    teamId: ofTeam(),
    name: text().notNull(),
    deleted: boolean().notNull().default(false),
    createdDate: created(),
  },
  (t) => [index('roles_team').on(t.teamId)],
);

const ofRole = () =>
  text()
    .notNull()
    .references(() => roles.id, { onDelete: 'cascade' });

export const roleMembers = pgTable('role_members', { roleId: ofRole(), userId: ofUser() }, (t) => [
  primaryKey({ columns: [t.roleId, t.userId] }),
  index('role_members_user').on(t.userId),
]);

/** Agents, also called flows: a user's own or, if `teamId` is set, a team's. */
export const agents = pgTable(
  'agents',
  {
    id: id(),
    userId: ofUser(),
    teamId: text().references(() => teams.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    instruction: text().notNull(),
    files: jsonb().$type<StoredFile[]>().notNull().default([]),
    memoryDisabled: boolean().notNull().default(false),
    welcomeMessage: text(),
    /** The catalog id of the agent's model, unless a chat has its own. */
    model: text(),
    replacedBy: text(),
    deleted: boolean().notNull().default(false),
    /** Whether everybody with its id may read it, because its link was shared. */
    shared: boolean().notNull().default(false),
    createdDate: created(),
    lastUpdate: instant().notNull().defaultNow(),
  },
  (t) => [index('agents_user').on(t.userId, t.lastUpdate), index('agents_team').on(t.teamId)],
);

const ofAgent = () =>
  text()
    .notNull()
    .references(() => agents.id, { onDelete: 'cascade' });

/** The roles whose members may use a team's agent; without any, every member may. */
export const agentRoles = pgTable('agent_roles', { agentId: ofAgent(), roleId: ofRole() }, (t) => [
  primaryKey({ columns: [t.agentId, t.roleId] }),
]);

/** The users who have opened an agent; others see it marked as new. */
export const agentClicks = pgTable(
  'agent_clicks',
  { agentId: ofAgent(), userId: ofUser(), createdDate: created() },
  (t) => [primaryKey({ columns: [t.agentId, t.userId] })],
);
