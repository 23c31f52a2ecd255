import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Member, Role, Team } from '@atrium/shared-kernel/contracts/entities/team';
import { createFakeHost, type FakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';

export const teamId = 'b'.repeat(24);

/** A different id for each number. */
export const idOf = (number: number): string => number.toString(16).padStart(24, '0');

export const testMember = (number: number, change: Partial<Member> = {}): Member => ({
  _id: idOf(number),
  firstName: 'Person',
  lastName: String(number),
  email: `person${number}@atrium.test`,
  ...change,
});

/** The admin who is signed in to a fake host. */
export const self: Member = (({ _id, firstName, lastName, email }) => ({ _id, firstName, lastName, email }))(
  testUser(),
);

export const testRole = (number: number, change: Partial<Role> = {}): Role => ({
  _id: idOf(0xf000 + number),
  name: `Role ${number}`,
  deleted: false,
  members: [],
  team: teamId,
  ...change,
});

/** A team of five seats: the signed-in admin and Grace. */
export const testTeam = (change: Partial<Team> = {}): Team => ({
  _id: teamId,
  name: 'Atlas',
  members: [self, testMember(1, { firstName: 'Grace', lastName: 'Hopper', email: 'grace@atrium.test' })],
  nonPayingMembers: [],
  roles: [],
  flows: [],
  admins: [self._id],
  stripeSubscriptionSeats: 5,
  ...change,
});

/** A host whose service knows the team; `team` may be changed between answers. */
export const hostWith = (team: Team | (() => Team)): FakeHost => {
  const host = createFakeHost();
  host.service.answer(calls.teams.getTeam, () => structuredClone(typeof team === 'function' ? team() : team) as never);
  return host;
};

/** The requests to the service, except those for the team itself. */
export const requestsOf = ({ service }: FakeHost) => service.requests.filter(({ call }) => call !== 'teams.getTeam');
