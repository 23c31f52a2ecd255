/** The agent and the collection that a new chat begins with, by their ids. */
export interface Selection {
  readonly flow?: string;
  readonly tag?: string;
  readonly agentTitle?: string;
  readonly agentWelcome?: string;
  readonly tagName?: string;
}
