import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';

/** The agent and the collection that a new chat starts with. */
export interface Selection {
  /** The agent's id. */
  readonly flow?: string;
  readonly agentTitle?: string;
  readonly agentWelcome?: string;
  readonly tag?: Tag;
}
