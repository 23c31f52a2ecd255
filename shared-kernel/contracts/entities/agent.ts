import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { id, instant } from '../id.ts';

export const agentFile = () =>
  z.object({ name: z.string(), type: z.string(), url: z.string(), aspectRatio: z.optional(z.number()) });

/** The result of an interview about an agent. */
export const agentDraft = () => z.object({ title: z.string(), instruction: z.string() });
export type AgentDraft = Infer<typeof agentDraft>;

/** A reusable instruction set with files, also called flow (B3.05). */
export const agent = () =>
  z.object({
    _id: id(),
    title: z.string(),
    instruction: z.string(),
    files: z.array(agentFile()),
    teamRoles: z.array(id()),
    /** Whether all of its roles were deleted, so that nobody may use it. Beyond the specification. */
    closed: z.optional(z.boolean()),
    memoryDisabled: z.boolean(),
    lastUpdate: instant(),
    /** The agent that replaces this one, which is no longer listed. */
    replacedBy: z.optional(id()),
    welcomeMessage: z.optional(z.string()),
    team: z.optional(id()),
    /** The id of the model that answers, unless a chat has its own. Beyond the specification. */
    model: z.optional(z.string()),
    clicked: z.optional(z.boolean()),
    /** Whether everybody with its link may read it. Only for those who may change it. */
    shared: z.optional(z.boolean()),
    /** The revision of everything that can be edited. Only for those who may edit it. */
    revision: z.optional(z.string()),
  });
export type Agent = Infer<typeof agent>;
