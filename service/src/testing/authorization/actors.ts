import { newId } from '../../db/id.ts';
import type { TestApp } from '../app.ts';
import type { TestClient } from '../client.ts';
import { createTeamOfTwo } from '../users.ts';

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

/** A team with an admin who pays for it and a member. */
export const createTeam = (app: TestApp) => createTeamOfTwo(app.db);

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
