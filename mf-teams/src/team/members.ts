import { planStateOf } from './plan-state.ts';
import type { Member, Team } from '@atrium/shared-kernel/contracts/entities/team';

export const fullName = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** Everybody of the team: those in paid seats, then the self-billed. */
export const membersOf = ({ members, nonPayingMembers }: Team): readonly Member[] => [...members, ...nonPayingMembers];

/** Seats that are paid for: none once the plan has stopped. */
export const paidSeats = (team: Team): number => (planStateOf(team) === 'stopped' ? 0 : team.stripeSubscriptionSeats);

/** Seats that are paid for and free (B6.14); never below none. */
export const freeSeats = (team: Team): number => Math.max(0, paidSeats(team) - team.members.length);

/** What a person is found by. */
export const wordsOf = (member: Member): string => `${fullName(member)} ${member.email}`;
