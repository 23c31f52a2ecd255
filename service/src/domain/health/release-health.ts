import type { reportReleases } from '@atrium/shared-kernel/contracts/calls/health';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Job } from '../../ports/jobs.ts';
import type { Database, Db } from '../../db/database.ts';
import { releaseHealth, releaseReports } from '../../db/schema/health.ts';
import { withoutQuotes } from '../../log.ts';
import { storable } from '../text.ts';
import type { Vital } from './vitals.ts';

type Report = Exclude<Infer<(typeof reportReleases)['input']>['reports'][number], Vital>;

/** The health of a version of a remote over a period, by browsers: each counts once, no matter how often it reports. */
export interface VersionHealth {
  readonly remote: string;
  readonly version: string;
  /** Browsers that tried the version, which are all that reported anything about it. */
  readonly browsers: number;
  /** Browsers in which it could not be shown or threw an error. */
  readonly troubled: number;
  readonly loaded: number;
  readonly failed: number;
  readonly errors: number;
  /** The mean load time in milliseconds; undefined if none was reported. */
  readonly loadMs: number | undefined;
  /** The reason of a failure or error. */
  readonly reason: string | undefined;
}

const minute = 60_000;
const slotLength = 30 * minute;
const day = 24 * 60 * minute;

/** A browser's text without control characters and marks that change text direction, so that it is safe to print. */
const shown = (text: string) => storable(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

const slotOf = (now: number) => new Date(Math.floor(now / slotLength) * slotLength);

/** What a message quotes may be what a user wrote. Reasons are shown to operators and kept in the history of releases. */
const reasonOf = ({ cause, reason }: Report) =>
  cause === 'hang' ? 'The page hung while it loaded.' : reason && shown(withoutQuotes(reason));

/** The row of one browser and version, merged from everything it reports at once. */
const rowOf = (now: number, reporter: string, all: readonly Report[]) => {
  const [{ remote, version } = { remote: '', version: '' }] = all;
  const of = (kindToFind: Report['kind']) => all.filter(({ kind }) => kind === kindToFind);
  const reason = all
    .filter(({ kind }) => kind !== 'loaded')
    .map(reasonOf)
    .findLast((one) => one !== undefined);
  const ms = of('loaded')[0]?.ms;
  return {
    remote,
    version,
    reporter,
    slot: slotOf(now),
    loaded: of('loaded').length > 0,
    failed: of('failed').length > 0,
    errors: of('error').length > 0,
    loadMs: ms === undefined ? null : Math.round(ms),
    reason: reason ?? null,
  };
};

interface Reported {
  readonly db: Db;
  readonly now: number;
  readonly reporter: string;
  readonly reports: readonly Report[];
  /** Whether a browser that was not counted for a version yet may count. */
  readonly admits: (version: string) => Promise<boolean>;
}

/** Stores what a browser reports: once per version and half hour. Trouble overrides a successful load. */
export const storeReports = async ({ db, now, reporter, reports, admits }: Reported): Promise<void> => {
  if (reports.length === 0) return;
  const rows = [...Map.groupBy(reports, ({ remote, version }) => `${remote}@${version}`).values()].map((all) =>
    rowOf(now, reporter, all),
  );
  const title = ({ remote, version }: { remote: string; version: string }) => `${remote}@${version}`;
  const known = await db
    .select({ remote: releaseReports.remote, version: releaseReports.version })
    .from(releaseReports)
    .where(and(eq(releaseReports.reporter, reporter), eq(releaseReports.slot, slotOf(now))));
  const counted = new Set(known.map(title));
  const admitted: typeof rows = [];
  // Sorted, so that two simultaneous reports of one browser cannot deadlock.
  for (const row of rows.toSorted((a, b) => title(a).localeCompare(title(b))))
    if (counted.has(title(row)) || (await admits(title(row)))) admitted.push(row);
  if (admitted.length === 0) return;
  const either = (column: 'loaded' | 'failed' | 'errors') =>
    sql`${releaseReports[column]} or excluded.${sql.identifier(column)}`;
  await db
    .insert(releaseReports)
    .values(admitted)
    .onConflictDoUpdate({
      target: [releaseReports.remote, releaseReports.version, releaseReports.slot, releaseReports.reporter],
      set: {
        loaded: either('loaded'),
        failed: either('failed'),
        errors: either('errors'),
        loadMs: sql`coalesce(${releaseReports.loadMs}, excluded.load_ms)`,
        reason: sql`coalesce(excluded.reason, ${releaseReports.reason})`,
      },
    });
};

/** The health of versions since an instant, including the half hour that contains it. */
export const healthSince = async (db: Db, since: number): Promise<VersionHealth[]> => {
  const { remote, version, reporter, loaded, failed, errors, loadMs, reason } = releaseReports;
  const browsers = (which: ReturnType<typeof sql>) =>
    sql<number>`count(distinct ${reporter}) filter (where ${which})`.mapWith(Number);
  const rows = await db
    .select({
      remote,
      version,
      browsers: browsers(sql`true`),
      troubled: browsers(sql`${failed} or ${errors}`),
      loaded: browsers(sql`${loaded}`),
      failed: browsers(sql`${failed}`),
      errors: browsers(sql`${errors}`),
      loadMs: sql<string | null>`avg(${loadMs})`,
      reason: sql<string | null>`max(${reason})`,
    })
    .from(releaseReports)
    .where(gte(releaseReports.slot, slotOf(since)))
    .groupBy(remote, version)
    .orderBy(remote, version);
  return rows.map((row) => ({
    ...row,
    loadMs: row.loadMs === null ? undefined : Math.round(Number(row.loadMs)),
    reason: row.reason ?? undefined,
  }));
};

export const healthJobs = ({ db }: Database, now: () => number = Date.now): readonly Job[] => [
  {
    name: 'remove-release-health',
    every: 'day',
    async run() {
      await db.delete(releaseReports).where(lt(releaseReports.slot, new Date(now() - day)));
      await db.delete(releaseHealth).where(lt(releaseHealth.minute, new Date(now() - 30 * day)));
    },
  },
];
