import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { id, instant } from '../id.ts';

export const agentFile = () =>
  z.object({ name: z.string(), type: z.string(), url: z.string(), aspectRatio: z.optional(z.number()) });

/** What an interview about an agent led to. */
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
    memoryDisabled: z.boolean(),
    lastUpdate: instant(),
    /** The agent that stands for this one, which is not listed any more. */
    replacedBy: z.optional(id()),
    welcomeMessage: z.optional(z.string()),
    team: z.optional(id()),
    /** The id of the model that answers, unless a chat has its own. Beyond the specification. */
    model: z.optional(z.string()),
    clicked: z.optional(z.boolean()),
    /** Whoever has its link may read it; told to those who may change it. */
    shared: z.optional(z.boolean()),
    /** Of all that can be edited; for those who may. */
    revision: z.optional(z.string()),
  });
export type Agent = Infer<typeof agent>;
