/** In milliseconds: between two renewals of the locks, and how long a lock lasts that is not renewed. */
export interface LockTimes {
  readonly renewal: number;
  readonly lifetime: number;
}

export const lockTimes: LockTimes = { renewal: 20_000, lifetime: 2 * 60_000 };

/** Names of owners that renew their locks start with it. Earlier releases do not, so their locks are not released. */
export const renews = 'renews-';

/** What graphile-worker does after a failed attempt, with the same backoff. */
const release = `update graphile_worker._private_jobs
  set locked_at = null, locked_by = null, last_error = 'The instance that ran it is gone.',
    run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second'
  where locked_by like '${renews}%' and locked_at < now() - $1 * interval '1 millisecond'`;

type Query = (text: string, values: readonly unknown[]) => Promise<{ readonly rowCount: number | null }>;

interface LockLog {
  warn(details: object, message: string): void;
}

/**
 * Renews the locks of the jobs that `owner` runs, and releases those whose instance is gone: graphile-worker itself
 * releases them only after four hours. Returns a function that ends this, for after the last job.
 */
export const keepLocks = (
  query: Query,
  owner: string,
  log: LockLog,
  { renewal, lifetime }: LockTimes,
): (() => Promise<void>) => {
  let last = -Infinity;
  let since = 0;
  const renew = async (): Promise<void> => {
    await query('update graphile_worker._private_jobs set locked_at = now() where locked_by = $1', [owner]);
    const now = performance.now();
    if (now - last > lifetime / 2) since = now;
    last = now;
    // Until this instance has renewed its own locks for that long, others may have been unable to, as in an outage.
    if (now - since < lifetime) return;
    const { rowCount } = await query(release, [lifetime]);
    if (rowCount) log.warn({ jobs: rowCount }, 'Jobs are run again because the instance that ran them is gone.');
  };
  let renewed = Promise.resolve();
  const timer = setInterval(() => {
    renewed = renew().catch((error: unknown) => {
      log.warn({ err: error }, 'The locks of running jobs could not be renewed; retrying.');
    });
  }, renewal);
  return () => {
    clearInterval(timer);
    return renewed;
  };
};
