import type { reportReleases } from '@atrium/shared-kernel/contracts/calls/health';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { gte, lt, max, sql, sum } from 'drizzle-orm';
import type { Job } from '../../adapters/jobs/port.ts';
import type { Database, Db } from '../../db/database.ts';
import { releaseHealth } from '../../db/schema/health.ts';
import { storable } from '../text.ts';

type Report = Infer<(typeof reportReleases)['input']>['reports'][number];

/** How a version of a remote fared in browsers during a time. */
export interface VersionHealth {
  readonly remote: string;
  readonly version: string;
  readonly loaded: number;
  readonly failed: number;
  readonly errors: number;
  /** Mean milliseconds of a load; undefined where none was reported. */
  readonly loadMs: number | undefined;
  /** Of a failure or error. */
  readonly reason: string | undefined;
}

const minute = 60_000;
const kept = 30 * 24 * 60 * minute;

/** Counts reports within the minute of `now`. */
export const keepReports = async (db: Db, now: number, reports: readonly Report[]): Promise<void> => {
  const byVersion = Map.groupBy(reports, ({ remote, version }) => `${remote}@${version}`);
  const count = (all: readonly Report[], kind: Report['kind']) => all.filter((one) => one.kind === kind).length;
  const rows = [...byVersion.values()].map((all) => {
    const [{ remote, version } = { remote: '', version: '' }] = all;
    const failure = all.findLast(({ kind, reason }) => kind !== 'loaded' && reason !== undefined);
    return {
      remote,
      version,
      minute: new Date(Math.floor(now / minute) * minute),
      loaded: count(all, 'loaded'),
      failed: count(all, 'failed'),
      errors: count(all, 'error'),
      loadMs: Math.round(all.reduce((total, { kind, ms = 0 }) => total + (kind === 'loaded' ? ms : 0), 0)),
      reason: failure?.reason === undefined ? null : storable(failure.reason),
    };
  });
  // In one order, so that two browsers' reports never wait for one another in a circle.
  const ordered = rows.toSorted((a, b) => `${a.remote}@${a.version}`.localeCompare(`${b.remote}@${b.version}`));
  const added = (column: keyof typeof releaseHealth & ('loaded' | 'failed' | 'errors' | 'loadMs')) =>
    sql`${releaseHealth[column]} + excluded.${sql.identifier(column === 'loadMs' ? 'load_ms' : column)}`;
  await db
    .insert(releaseHealth)
    .values(ordered)
    .onConflictDoUpdate({
      target: [releaseHealth.remote, releaseHealth.version, releaseHealth.minute],
      set: {
        loaded: added('loaded'),
        failed: added('failed'),
        errors: added('errors'),
        loadMs: added('loadMs'),
        reason: sql`coalesce(excluded.reason, ${releaseHealth.reason})`,
      },
    });
};

/** All that was reported since an instant, by remote and version. */
export const healthSince = async (db: Db, since: number): Promise<VersionHealth[]> => {
  const rows = await db
    .select({
      remote: releaseHealth.remote,
      version: releaseHealth.version,
      loaded: sum(releaseHealth.loaded).mapWith(Number),
      failed: sum(releaseHealth.failed).mapWith(Number),
      errors: sum(releaseHealth.errors).mapWith(Number),
      loadMs: sum(releaseHealth.loadMs).mapWith(Number),
      reason: max(releaseHealth.reason),
    })
    .from(releaseHealth)
    .where(gte(releaseHealth.minute, new Date(Math.floor(since / minute) * minute)))
    .groupBy(releaseHealth.remote, releaseHealth.version)
    .orderBy(releaseHealth.remote, releaseHealth.version);
  return rows.map(({ loadMs, reason, ...row }) => ({
    ...row,
    loadMs: row.loaded > 0 ? Math.round(loadMs / row.loaded) : undefined,
    reason: reason ?? undefined,
  }));
};

export const healthJobs = ({ db }: Database, now: () => number = Date.now): readonly Job[] => [
  {
    name: 'remove-release-health',
    every: 'day',
    run: () => db.delete(releaseHealth).where(lt(releaseHealth.minute, new Date(now() - kept))),
  },
];
