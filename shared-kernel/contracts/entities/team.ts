import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { id } from '../id.ts';
import { agent } from './agent.ts';

export const member = () =>
  z.object({
    _id: id(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    avatarImageUrl: z.optional(z.string()),
  });
export type Member = Infer<typeof member>;

export const role = () =>
  z.object({ _id: id(), name: z.string(), deleted: z.boolean(), members: z.array(id()), team: id() });
export type Role = Infer<typeof role>;

/** `members` hold paid seats, `nonPayingMembers` are self-billed; `admins` are the user ids that may manage it. */
export const team = () =>
  z.object({
    _id: id(),
    name: z.string(),
    members: z.array(member()),
    nonPayingMembers: z.array(member()),
    roles: z.array(role()),
    flows: z.array(agent()),
    admins: z.array(id()),
    stripeSubscriptionSeats: z.int(),
  });
export type Team = Infer<typeof team>;

export const teamSummary = () => z.object({ _id: id(), name: z.string(), admin: z.boolean() });
export type TeamSummary = Infer<typeof teamSummary>;
