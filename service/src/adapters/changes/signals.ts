/** Signals between the instances on one database that there are changes to read. They carry no data. */
export interface ChangeSignals {
  /** Whether signals of all other instances arrive now. If not, the database has to be polled. */
  readonly complete: boolean;
  /** `wake` is called when another instance has changed data, and when `complete` changes. */
  start(wake: () => void): void;
  /** Signals to the others that this instance has changed data. */
  readonly send: () => void;
  close(): void;
}

/** No signals at all. They count as complete for an instance that is alone on its database. */
export const createNoSignals = (alone: boolean): ChangeSignals => ({
  complete: alone,
  start: () => undefined,
  send: () => undefined,
  close: () => undefined,
});
