import { planStateOf } from './plan-state.ts';
import type { Member, Team } from '@atrium/shared-kernel/contracts/entities/team';

export const fullName = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** All members of the team: those in paid seats, then the self-billed. */
export const membersOf = ({ members, nonPayingMembers }: Team): readonly Member[] => [...members, ...nonPayingMembers];

/** Seats that are paid for. None once the plan has stopped. */
export const paidSeats = (team: Team): number => (planStateOf(team) === 'stopped' ? 0 : team.stripeSubscriptionSeats);

/** Seats that are paid for and free (B6.14). Never negative. */
export const freeSeats = (team: Team): number => Math.max(0, paidSeats(team) - team.members.length);

/** The text by which a member is found. */
export const searchTextOf = (member: Member): string => `${fullName(member)} ${member.email}`;
