import * as z from 'zod/mini';
import type * as calls from '../calls/agents.ts';
import { messages } from '../validation.ts';
import { badRequest, notFound, rateLimited } from './define.ts';
import type { FailsWith } from './fails-with.ts';
import { attaching } from './files.ts';

export const failures = {
  'unknown-agent': notFound('This agent does not exist.'),
  'empty-agent': badRequest(messages.agent),
  'agent-without-team': badRequest('Only an agent of a team has roles.'),
  'replacement-of-other-owner': badRequest('An agent can only be replaced by one of the same owner or team.'),
  'too-many-agents': badRequest(
    ({ limit }) => `You can have up to ${limit} agents. Please delete one first.`,
    () => z.object({ limit: z.int() }),
  ),
  'too-many-team-agents': badRequest(
    ({ limit }) => `A team can have up to ${limit} agents. Please delete one first.`,
    () => z.object({ limit: z.int() }),
  ),
  'too-many-agent-links': rateLimited('Too many tries to open an agent. Please wait a moment.'),
} as const;

const editing = ['unknown-agent', 'unknown-team', 'not-team-admin'] as const;

export const failsWith = {
  getAgent: ['unknown-agent'],
  getSharedTitle: ['unknown-agent', 'too-many-agent-links'],
  listAgents: [],
  createEditAgent: [
    ...editing,
    ...attaching,
    'empty-agent',
    'unknown-model',
    'agent-without-team',
    'unknown-role',
    'too-many-agents',
    'too-many-team-agents',
  ],
  shareAgent: [...editing, 'premium-needed'],
  deleteAgent: [...editing, 'replacement-of-other-owner'],
} as const satisfies FailsWith<typeof calls>;
