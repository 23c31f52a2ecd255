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
    /** Of the person's seat, rights and roles. */
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
    /** Of the name and the members. */
    revision: z.optional(z.string()),
  });
export type Role = Infer<typeof role>;

/**
 * `members` hold paid seats, `nonPayingMembers` are self-billed; `admins` are the user ids that may manage it. Whoever is
 * no admin gets the name and the agents that they may use: the other lists are empty, the seats 0, and there is no key.
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
    /** The admin who pays and may close it; absent where whoever pays is no admin: then each admin may. */
    owner: z.optional(id()),
    stripeSubscriptionSeats: z.int(),
    /** The id of the model for new chats of members who chose none; for its admins. Beyond the specification. */
    model: z.optional(z.string()),
    /** The part of the join link beside the id, and until when it holds; absent until the link is renewed. */
    joinKey: z.optional(z.string()),
    joinExpires: z.optional(instant()),
    /** What pays for the seats, and until when; absent where nothing ever did. */
    plan: z.optional(paidPlan()),
    /** Other seats, whose payment its payer has to confirm at `redirectUrl` until `expires`; nothing changes before that. */
    seatChange: z.optional(z.object({ quantity: z.int(), redirectUrl: z.string(), expires: instant() })),
    /** What changes of the team are based on; for its admins. */
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

/** `planEnds`: the plan passed to the caller as its payer left, and ends then unless they resume it. */
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
/** Actions that were added since: `action` says what comes nearest. */
export const teamEvents = ['adminRemoved', 'payerLeft', 'budget', 'memberBudget'] as const;
export type TeamAction = (typeof teamActions)[number];

const person = () => z.object({ _id: id(), firstName: z.string(), lastName: z.string() });

/** Who did what to a team. A person whose account has ended is not named. */
export const teamLogEntry = () =>
  z.object({
    _id: id(),
    action: z.enum(teamActions),
    /** More exactly than `action`: one of `teamEvents`, or one that a later version adds. */
    event: z.optional(z.string()),
    /** None: the payment provider, or somebody whose account has ended. */
    actor: z.optional(person()),
    /** Whom it was done to. */
    member: z.optional(person()),
    /** What it was and is, in words: a name, names of roles, a number of seats, the end of a link. */
    was: z.optional(z.string()),
    now: z.optional(z.string()),
    /** Of `budget`, the team's, and of `memberBudget`: US dollars a month, none for no budget. */
    budget: z.optional(z.object({ was: z.optional(z.number()), now: z.optional(z.number()) })),
    createdDate: instant(),
  });
export type TeamLogEntry = Infer<typeof teamLogEntry>;
