import { newId } from '../db/id.ts';
import { teamMembers, teams } from '../db/schema/teams.ts';
import type { TestApp } from './app.ts';
import { givePlan } from './users.ts';

/** Creates a paid team with one admin, who has a seat. Members can be added. */
export const createTeam = async (app: TestApp, { name = 'Atlas', seats = 5 } = {}) => {
  const teamId = newId();
  const admin = await app.createUser({ firstName: 'Tess', lastName: 'Okafor' });
  await app.db.insert(teams).values({ id: teamId, name, seats });
  const add = async (user: { id: string }, part: { paid?: boolean; admin?: boolean } = {}) => {
    await app.db.insert(teamMembers).values({ teamId, userId: user.id, paid: true, ...part });
    return user;
  };
  await add(admin, { admin: true });
  await givePlan(app.db, admin.id, new Date(app.services.now() + 30 * 86_400_000), teamId);
  return {
    teamId,
    admin,
    /** Adds a member, by default with a paid seat. */
    member: async (part?: { paid?: boolean; admin?: boolean }) => {
      const user = await app.createUser();
      await add(user, part);
      return user;
    },
  };
};
