import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../../db/id.ts';
import { sessions } from '../../db/schema/accounts.ts';
import { origin, type TestApp } from '../app.ts';
import { createClient, type TestClient } from '../client.ts';
import { createTeamsOfTwo, createUsers, type NewUser } from '../users.ts';

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
export const createTeam = async (app: TestApp) => (await createTeamsOfTwo(app.db, 1))[0]!;

/** People that one statement makes, as tests of every call and role need thousands. */
const atOnce = 40;

/** Opens a session of each user, and returns their clients. */
const signIn = async <T extends { readonly id: string }>({ app, db }: TestApp, users: readonly T[]) => {
  const tokens = users.map(() => randomBytes(32).toString('base64url'));
  const expires = new Date(Date.now() + 86_400_000);
  const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
  await db
    .insert(sessions)
    .values(users.map(({ id }, at) => ({ userId: id, tokenHash: hashOf(tokens[at]!), expires })));
  return users.map((user, at) => ({ ...user, client: createClient(app, origin, async () => tokens[at]!) }));
};

const usersLike = (app: TestApp, user: NewUser) =>
  createUsers(
    app.db,
    Array.from({ length: atOnce }, () => user),
  );
const makers = {
  free: (app: TestApp) => usersLike(app, {}),
  premium: (app: TestApp) => usersLike(app, { premium: true }),
  productAdmin: (app: TestApp) => usersLike(app, { premium: true, booktAdmin: true }),
  member: async (app: TestApp) =>
    (await createTeamsOfTwo(app.db, atOnce)).map(({ teamId, member }) => ({ ...member, teamId })),
  teamAdmin: async (app: TestApp) =>
    (await createTeamsOfTwo(app.db, atOnce)).map(({ teamId, admin }) => ({ ...admin, teamId })),
};
type Role = keyof typeof makers;
const roleOf = (actor: Exclude<Actor, 'visitor'>): Role => (actor === 'otherTeamsAdmin' ? 'teamAdmin' : actor);

/** People whom no test has met. */
const unknown = new WeakMap<TestApp, Partial<Record<Role, Person[]>>>();

/** Returns a new person in the role. A visitor gets an id that does not exist. */
export const createPerson = async (app: TestApp, actor: Actor): Promise<Person> => {
  if (actor === 'visitor') return { id: newId(), email: 'nobody@example.test', client: app.visitor };
  const role = roleOf(actor);
  const people = unknown.get(app) ?? {};
  unknown.set(app, people);
  if (!people[role]?.length) people[role] = await signIn(app, await makers[role](app));
  return people[role].pop()!;
};
