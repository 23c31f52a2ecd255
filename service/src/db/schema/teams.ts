import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { teamActions, teamEvents } from '@atrium/shared-kernel/contracts/entities/team';
import { users } from './accounts.ts';
import { created, id, instant, type StoredFile } from './columns.ts';

export const teams = pgTable('teams', {
  id: id(),
  name: text().notNull(),
  /** Paid seats. */
  seats: integer().notNull(),
  createdDate: created(),
  /** What a join link needs beside the id; null: nothing, the link was never renewed. */
  joinKey: text(),
  joinKeyDate: instant(),
  joinKeyExpires: instant(),
  /** The id in the catalog of models of the one for new chats of members who chose none. */
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

/** `paid`: holds one of the team's seats; else self-billed. */
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
 * `adminRemoved`: somebody is no admin any more. `payerLeft`: the plan ends, unless the member resumes it. `budget`,
 * `memberBudget`: of the team, of the member, in US dollars a month.
 */
const loggedActions = [...teamActions, ...teamEvents] as const;
export type LoggedAction = (typeof loggedActions)[number];

/** Who changed what, for the team's admins. People are named by their accounts, and by nothing where those have ended. */
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

/** Who was taken out of a team, and when: a link from before does not lead back in. */
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

/** Agents, also called flows: a person's own, or a team's where `teamId` is set. */
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
    /** The id in the catalog of models of the one that it answers by, unless a chat has its own. */
    model: text(),
    replacedBy: text(),
    deleted: boolean().notNull().default(false),
    /** Whoever has its id may read it: somebody gave the link away. */
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

/** The roles whose members may use a team's agent; none: every member. */
export const agentRoles = pgTable('agent_roles', { agentId: ofAgent(), roleId: ofRole() }, (t) => [
  primaryKey({ columns: [t.agentId, t.roleId] }),
]);

/** Who has opened an agent: the others see it marked as new. */
export const agentClicks = pgTable(
  'agent_clicks',
  { agentId: ofAgent(), userId: ofUser(), createdDate: created() },
  (t) => [primaryKey({ columns: [t.agentId, t.userId] })],
);
