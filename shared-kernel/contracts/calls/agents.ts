import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import type { CallDef } from '../define.ts';
import { agent, agentFile } from '../entities/agent.ts';
import { givenName } from '../given-name.ts';
import { id } from '../id.ts';

/**
 * An agent that the user may use, or one whose link was shared, without what belongs to its owner. For a replaced
 * agent, its replacement is returned. The call counts as the click that ends (New), unless it is only a `look`.
 */
export const getAgent = {
  kind: 'call',
  name: 'agents.getAgent',
  version: 1,
  method: 'GET',
  path: '/flow',
  access: 'user',
  input: () => z.strictObject({ flowId: id(), look: z.optional(z.literal('true')) }),
  output: agent,
} as const satisfies CallDef;

/** What a visitor with the link of a shared agent sees before signing up: only its title. Beyond the specification. */
export const getSharedTitle = {
  kind: 'call',
  name: 'agents.getSharedTitle',
  version: 1,
  method: 'GET',
  path: '/sharedFlowTitle',
  access: 'visitor',
  input: () => z.strictObject({ flowId: id() }),
  output: () => z.object({ title: z.string() }),
} as const satisfies CallDef;

export const listAgents = {
  kind: 'call',
  name: 'agents.listAgents',
  version: 1,
  method: 'GET',
  path: '/flows',
  access: 'user',
  input: nothing,
  output: () => z.object({ flows: z.array(agent()) }),
} as const satisfies CallDef;

/**
 * A new agent gets the id `newFlowId` if it is given, so that a repeated request, after an answer was lost, creates it
 * only once and saves what has changed since. Beyond the specification.
 */
export const createEditAgent = {
  kind: 'call',
  name: 'agents.createEditAgent',
  version: 1,
  method: 'POST',
  path: '/createEditFlow',
  access: 'premium',
  basedOn: true,
  input: () =>
    z.strictObject({
      flowId: z.optional(id()),
      newFlowId: z.optional(id()),
      title: givenName(200),
      instruction: z.string().check(z.maxLength(100_000)),
      files: z.optional(z.array(agentFile()).check(z.maxLength(50))),
      teamId: z.optional(id()),
      teamRoleIds: z.optional(z.array(id()).check(z.maxLength(1000))),
      /**
       * Opens a closed agent to every member. Without it, empty `teamRoleIds` leave the agent closed: earlier forms send
       * them although nobody has chosen anything. Beyond the specification.
       */
      everyone: z.optional(z.literal(true)),
      memoryDisabled: z.optional(z.boolean()),
      welcomeMessage: z.optional(z.string().check(z.maxLength(2000))),
      /** The id of the model that answers. Null: the model of the chat or the user. Beyond the specification. */
      model: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(64)))),
    }),
  output: () => z.object({ flow: z.optional(agent()) }),
} as const satisfies CallDef;

/**
 * Shares the agent with everybody who has its link, `?agent=<id>`, or stops sharing it. Only subscribers can share;
 * stopping is possible after the plan's end too.
 */
export const shareAgent = {
  kind: 'call',
  name: 'agents.shareAgent',
  version: 1,
  method: 'POST',
  path: '/shareFlow',
  access: 'user',
  input: () => z.strictObject({ flowId: id(), shared: z.boolean() }),
  output: done,
} as const satisfies CallDef;

/**
 * Deletes an agent. `replacedBy` is another agent of the same owner or team that replaces it from then on: in its
 * chats, where it is selected, and behind its link.
 */
export const deleteAgent = {
  kind: 'call',
  name: 'agents.deleteAgent',
  version: 1,
  method: 'POST',
  path: '/deleteFlow',
  access: 'user',
  basedOn: true,
  input: () => z.strictObject({ flowId: id(), replacedBy: z.optional(id()) }),
  output: done,
} as const satisfies CallDef;
