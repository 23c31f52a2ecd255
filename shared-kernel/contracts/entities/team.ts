import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { id, instant } from '../id.ts';
import { agent } from './agent.ts';
import { paidPlan } from './billing.ts';

export const member = () =>
  z.object({
    _id: id(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    avatarImageUrl: z.optional(z.string()),
    /** The revision of the member's seat, rights and roles. */
    revision: z.optional(z.string()),
  });
export type Member = Infer<typeof member>;

export const role = () =>
  z.object({
    _id: id(),
    name: z.string(),
    deleted: z.boolean(),
    members: z.array(id()),
    team: id(),
    /** The revision of the name and the members. */
    revision: z.optional(z.string()),
  });
export type Role = Infer<typeof role>;

/**
 * `members` occupy paid seats, `nonPayingMembers` pay for themselves, `admins` are the ids of users who may manage the
 * team. Others get the name and the agents that they may use: the other lists are empty, the seats are 0, and there is
 * no key.
 */
export const team = () =>
  z.object({
    _id: id(),
    name: z.string(),
    members: z.array(member()),
    nonPayingMembers: z.array(member()),
    roles: z.array(role()),
    flows: z.array(agent()),
    admins: z.array(id()),
    /** The admin who pays and may close the team. Absent if the payer is no admin; then each admin may close it. */
    owner: z.optional(id()),
    /** Whoever pays, also if they are no admin: for admins, and for the payer. Absent while there is no plan. */
    payer: z.optional(id()),
    stripeSubscriptionSeats: z.int(),
    /** The id of the model for new chats of members who chose none; for its admins. Beyond the specification. */
    model: z.optional(z.string()),
    /** The key in the join link, besides the id, and until when it is valid. Absent until the link is renewed. */
    joinKey: z.optional(z.string()),
    joinExpires: z.optional(instant()),
    /** The plan that pays for the seats, and its end. Absent if there never was one. */
    plan: z.optional(paidPlan()),
    /**
     * A pending change of seats, which the payer has to confirm at `redirectUrl` until `expires`. Nothing changes
     * before that.
     */
    seatChange: z.optional(z.object({ quantity: z.int(), redirectUrl: z.string(), expires: instant() })),
    /** The revisions that changes of the team are based on. Only for its admins. */
    revisions: z.optional(
      z.object({
        name: z.string(),
        seats: z.string(),
        admins: z.string(),
        link: z.string(),
        model: z.optional(z.string()),
      }),
    ),
  });
export type Team = Infer<typeof team>;

/** `planEnds`: the caller got the plan when its payer left, and it ends then unless they resume it. */
export const teamSummary = () =>
  z.object({ _id: id(), name: z.string(), admin: z.boolean(), planEnds: z.optional(instant()) });
export type TeamSummary = Infer<typeof teamSummary>;

export const teamActions = [
  'joined',
  'left',
  'removed',
  'memberRoles',
  'roleCreated',
  'roleChanged',
  'roleDeleted',
  'seats',
  'renamed',
  'linkRenewed',
  'ownership',
] as const;
/** Actions that were added later. For these, `action` is the closest of the earlier ones. */
export const teamEvents = ['adminRemoved', 'payerLeft', 'budget', 'memberBudget'] as const;
export type TeamAction = (typeof teamActions)[number];

const person = () => z.object({ _id: id(), firstName: z.string(), lastName: z.string() });

/** Who changed what in a team. Users whose account was deleted are not named. */
export const teamLogEntry = () =>
  z.object({
    _id: id(),
    action: z.enum(teamActions),
    /** More specific than `action`: one of `teamEvents`, or one that a later version adds. */
    event: z.optional(z.string()),
    /** Absent if it was the payment provider, or somebody whose account was deleted. */
    actor: z.optional(person()),
    /** The member who was affected. */
    member: z.optional(person()),
    /** The value before and after, in words: a name, names of roles, a number of seats, the end of a link. */
    was: z.optional(z.string()),
    now: z.optional(z.string()),
    /** For `budget`, the team's, and `memberBudget`: US dollars per month, absent for no budget. */
    budget: z.optional(z.object({ was: z.optional(z.number()), now: z.optional(z.number()) })),
    createdDate: instant(),
  });
export type TeamLogEntry = Infer<typeof teamLogEntry>;
