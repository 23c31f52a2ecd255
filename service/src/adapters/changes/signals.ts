/** How the instances on one database tell one another that there are changes to read. They carry nothing else. */
export interface ChangeSignals {
  /** Whether every other instance can be heard now: else what they change has to be looked for. */
  readonly complete: boolean;
  /** `wake` is called when another instance has changed something, and when `complete` changes. */
  start(wake: () => void): void;
  /** Tells the others that this instance has changed something. */
  readonly send: () => void;
  close(): void;
}

/** Without a channel between instances: one that is alone with its database misses nothing. */
export const createNoSignals = (alone: boolean): ChangeSignals => ({
  complete: alone,
  start: () => undefined,
  send: () => undefined,
  close: () => undefined,
});
