import * as z from 'zod/mini';
import { done } from '../answers.ts';
import { usageDays } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { id } from '../id.ts';

const count = () => z.int().check(z.gte(0));

/**
 * The usage of the caller's replies, or of a team that the caller administers (403 otherwise): one entry for each day
 * (UTC, such as 2026-11-21) with any usage, the oldest first. Beyond the specification.
 */
export const getUsage = {
  kind: 'call',
  name: 'usage.getUsage',
  version: 1,
  method: 'GET',
  path: '/usage',
  access: 'user',
  input: () => z.strictObject({ teamId: z.optional(id()) }),
  output: () =>
    z.object({
      /** The first and the last day of the period. */
      from: z.string(),
      to: z.string(),
      days: z
        .array(
          z.object({
            day: z.string(),
            messages: count(),
            /** Estimated for prompts and answers. */
            tokens: count(),
            images: count(),
            research: count(),
          }),
        )
        .check(z.maxLength(usageDays)),
    }),
} as const satisfies CallDef;

/** Millionths of a US dollar: integers, so that sums are exact. */
const microDollars = count;

/**
 * Tokens and cost by model of the caller, or of a team that the caller administers (403 otherwise), over the same days.
 * Titles, prompt help and memories are included. `cost` uses the prices of the time; models without a price cost
 * nothing. Budgets are for the current month (UTC). Beyond the specification.
 */
export const getModelUsage = {
  kind: 'call',
  name: 'usage.getModelUsage',
  version: 1,
  method: 'GET',
  path: '/modelUsage',
  access: 'user',
  input: () => z.strictObject({ teamId: z.optional(id()) }),
  output: () =>
    z.object({
      from: z.string(),
      to: z.string(),
      /** The most expensive first, then those with the most tokens. */
      models: z.array(
        z.object({
          /** The name that users see. */
          label: z.string(),
          input: count(),
          output: count(),
          /** Part of the input. */
          cached: count(),
          /** Part of the output. */
          thought: count(),
          cost: microDollars(),
          /** Whether some of it is estimated, because the provider reported nothing. */
          estimated: z.boolean(),
          /** Days with any usage, the oldest first. */
          days: z.array(z.object({ day: z.string(), tokens: count(), cost: microDollars() })),
        }),
      ),
      /** For a team: its members and former members, the most expensive first. Only members have an `_id`. */
      members: z.optional(
        z.array(
          z.object({
            _id: z.optional(id()),
            name: z.optional(z.string()),
            tokens: count(),
            cost: microDollars(),
            /** The monthly budget set by an admin, in US dollars. */
            budget: z.optional(z.number()),
            /** The revision of the budget, even if none is set. */
            revision: z.optional(z.string()),
          }),
        ),
      ),
      /** For a team: the monthly budget set by an admin, in US dollars. */
      budget: z.optional(z.number()),
      budgetRevision: z.optional(z.string()),
      budgets: z.array(
        z.object({
          scope: z.enum(['person', 'member', 'team', 'model']),
          limit: microDollars(),
          spent: microDollars(),
          /** The first day of the next period. */
          resets: z.string(),
        }),
      ),
    }),
} as const satisfies CallDef;

/**
 * Sets what a team, or one of its members in it, may spend on models per month, in US dollars. Without `dollars` there
 * is no limit.
 */
export const setBudget = {
  kind: 'call',
  name: 'usage.setBudget',
  version: 1,
  method: 'POST',
  path: '/setBudget',
  access: 'teamAdmin',
  input: () =>
    z.strictObject({
      teamId: id(),
      memberId: z.optional(id()),
      dollars: z.optional(z.number().check(z.gte(0), z.lte(1_000_000))),
    }),
  output: done,
  basedOn: true,
} as const satisfies CallDef;
