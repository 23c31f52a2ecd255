import { eq } from 'drizzle-orm';
import { newId } from '../../db/id.ts';
import { users } from '../../db/schema/accounts.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import type { TestApp } from '../app.ts';
import type { TestClient } from '../client.ts';
import { givePlan } from '../users.ts';

/** The roles in which a call can be made. */
export const actors = ['visitor', 'free', 'premium', 'member', 'teamAdmin', 'otherTeamsAdmin', 'productAdmin'] as const;
export type Actor = (typeof actors)[number];

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly client: TestClient;
  /** The team in which the person has a paid seat. */
  readonly teamId?: string;
}

const seat = async (app: TestApp, teamId: string, admin: boolean) => {
  const user = await app.createUser();
  await app.db.insert(teamMembers).values({ teamId, userId: user.id, paid: true, admin });
  await app.db.update(users).set({ activeTeamId: teamId }).where(eq(users.id, user.id));
  return user;
};

/** A team with an admin who pays for it and a member. */
export const createTeam = async (app: TestApp) => {
  const teamId = newId();
  await app.db.insert(teams).values({ id: teamId, name: 'Atlas', seats: 5 });
  const admin = await seat(app, teamId, true);
  const member = await seat(app, teamId, false);
  await givePlan(app.db, admin.id, new Date(Date.now() + 86_400_000), teamId);
  return { teamId, admin, member };
};

/** Creates a new person in the role. A visitor gets an id that does not exist. */
export const createPerson = async (app: TestApp, actor: Actor): Promise<Person> => {
  if (actor === 'visitor') return { id: newId(), email: 'nobody@example.test', client: app.visitor };
  if (actor === 'member' || actor === 'teamAdmin' || actor === 'otherTeamsAdmin') {
    const { teamId, admin, member } = await createTeam(app);
    const user = actor === 'member' ? member : admin;
    return { ...user, teamId, client: app.as(user) };
  }
  const user = await app.createUser({ premium: actor !== 'free', booktAdmin: actor === 'productAdmin' });
  return { ...user, client: app.as(user) };
};
