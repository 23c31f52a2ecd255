import * as z from 'zod/mini';
import { done } from '../answers.ts';
import { usageDays } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { id } from '../id.ts';

const count = () => z.int().check(z.gte(0));

/**
 * What the caller's replies have used, or those of a team that the caller is an admin of (403 otherwise): one entry for
 * each day (UTC, as 2026-11-21) with any use, the oldest first. Beyond the specification.
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
      /** The first and the last day that is looked at. */
      from: z.string(),
      to: z.string(),
      days: z
        .array(
          z.object({
            day: z.string(),
            messages: count(),
            /** Estimated, of prompts and answers. */
            tokens: count(),
            images: count(),
            research: count(),
          }),
        )
        .check(z.maxLength(usageDays)),
    }),
} as const satisfies CallDef;

/** US dollars by a million: whole numbers, so that sums are exact. */
const microDollars = count;

/**
 * Tokens and cost by model of the caller, or of a team that the caller is an admin of (403 otherwise), over the same days;
 * what titles, prompt help and memories took included. `cost` counts at the prices of the time; a model without a price
 * costs nothing. Budgets are of the current month (UTC). Beyond the specification.
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
      /** The dearest first, then those with the most tokens. */
      models: z.array(
        z.object({
          /** What people know it by. */
          label: z.string(),
          input: count(),
          output: count(),
          /** Of the input. */
          cached: count(),
          /** Of the output. */
          thought: count(),
          cost: microDollars(),
          /** Some of it is estimated, as its provider reported nothing. */
          estimated: z.boolean(),
          /** Those with any use, the oldest first. */
          days: z.array(z.object({ day: z.string(), tokens: count(), cost: microDollars() })),
        }),
      ),
      /** Of a team: its members and former members, the dearest first. `_id` is of members alone. */
      members: z.optional(
        z.array(
          z.object({
            _id: z.optional(id()),
            name: z.optional(z.string()),
            tokens: count(),
            cost: microDollars(),
            /** What an admin has set, in US dollars a month. */
            budget: z.optional(z.number()),
            /** Of the budget, also where there is none. */
            revision: z.optional(z.string()),
          }),
        ),
      ),
      /** Of a team: what an admin has set, in US dollars a month. */
      budget: z.optional(z.number()),
      budgetRevision: z.optional(z.string()),
      budgets: z.array(
        z.object({
          scope: z.enum(['person', 'member', 'team', 'model']),
          limit: microDollars(),
          spent: microDollars(),
          /** The first day on which it starts anew. */
          resets: z.string(),
        }),
      ),
    }),
} as const satisfies CallDef;

/** What a team, or one of its members in it, may spend on models in a month, in US dollars; none: as much as they like. */
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
