import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import type { Role } from '@atrium/shared-kernel/contracts/entities/team';

/** An agent as its form starts. */
export type AgentDraft = Pick<Agent, 'title' | 'instruction' | 'files' | 'teamRoles' | 'memoryDisabled'> & {
  /** Undefined saves as a new agent. */
  readonly _id?: string | undefined;
  readonly welcomeMessage?: string | undefined;
  readonly model?: string | undefined;
  readonly closed?: boolean | undefined;
  readonly revision?: string | undefined;
};

/** The team that the agent belongs to, with its roles. */
export interface AgentTeam {
  readonly id: string;
  readonly roles: readonly Role[];
}
