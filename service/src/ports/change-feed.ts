/** Something that people see has changed. `audience`: `person:<id>` or `team:<id>`; no `ids`: all of that kind may have. */
export interface Change {
  readonly audience: string;
  readonly kind: string;
  readonly ids: readonly string[];
}

/** What has changed since the batch before it, up to `position`; none: nobody knows any more. */
export interface ChangeBatch {
  readonly position: string;
  readonly changes: readonly Change[] | undefined;
}

/**
 * The changes that were committed, as the database knows them. A position divides them into those before and those
 * after: nothing is on both sides, and nothing on neither.
 */
export interface ChangeFeed {
  /** Up to here, all has been given to the listener. */
  readonly position: string;
  /** Begins to give batches, each once; before it there is no position. */
  start(listener: (batch: ChangeBatch) => void): Promise<void>;
  /** Changes come at once while anybody subscribes, else within seconds. Gives what ends the subscription. */
  subscribe(): () => void;
  /** Settles when all that was committed before this call has been given, or when `signal` is aborted. */
  refresh(signal: AbortSignal): Promise<void>;
  /** What changed for these audiences between two positions; undefined where that is not known any more, or too much. */
  between(audiences: readonly string[], from: string, to: string): Promise<readonly Change[] | undefined>;
  /** A process of this instance has changed something; what the instance's own pool changes, the feed knows. */
  readonly announce: () => void;
  close(): Promise<void>;
}
