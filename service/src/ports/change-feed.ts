/**
 * Data that users see has changed. `audience` is `person:<id>` or `team:<id>`. Empty `ids`: all of the kind may have
 * changed.
 */
export interface Change {
  readonly audience: string;
  readonly kind: string;
  readonly ids: readonly string[];
}

/** What has changed since the previous batch, up to `position`. `changes` is undefined if that is no longer known. */
export interface ChangeBatch {
  readonly position: string;
  readonly changes: readonly Change[] | undefined;
}

/** The committed changes. A position divides them: every change is either before it or after it. */
export interface ChangeFeed {
  /** The listener has received everything up to here. Throws before `start`. */
  readonly position: string;
  /** Starts to pass batches to the listener, each once. */
  start(listener: (batch: ChangeBatch) => void): Promise<void>;
  /** While anybody is subscribed, changes arrive at once, else within seconds. Returns how to unsubscribe. */
  subscribe(): () => void;
  /** Settles when the listener has received all that was committed before this call, or when `signal` is aborted. */
  refresh(signal: AbortSignal): Promise<void>;
  /** What changed for these audiences between two positions; undefined if that is no longer known, or too much. */
  between(audiences: readonly string[], from: string, to: string): Promise<readonly Change[] | undefined>;
  /**
   * Call it when another process of this instance has changed data. The feed notices changes by this one's pool itself.
   */
  readonly announce: () => void;
  close(): Promise<void>;
}
