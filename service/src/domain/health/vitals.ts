import type { reportReleases } from '@atrium/shared-kernel/contracts/calls/health';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { bucketOf, type VitalMetric } from '@atrium/shared-kernel/contracts/vitals';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database, Db } from '../../db/database.ts';
import { releaseVitals } from '../../db/schema/health.ts';
import type { Job } from '../../ports/jobs.ts';

/** What one page took, of one release. */
export type Vital = Extract<Infer<(typeof reportReleases)['input']>['reports'][number], { kind: 'vital' }>;

/** How many values of a metric fell into each bucket. */
export interface VitalCounts {
  readonly remote: string;
  readonly version: string;
  readonly metric: VitalMetric;
  /** ISO 8601; with `networks` where the counts are asked for by hour. */
  readonly hour?: string;
  readonly networks?: number;
  /** Bucket and count, the smallest bucket first; no bucket without a value. */
  readonly counts: readonly (readonly [bucket: number, count: number])[];
}

const hour = 60 * 60_000;
const longest = 30 * 24 * hour;
const hourOf = (now: number) => new Date(Math.floor(now / hour) * hour);
const nameOf = ({ remote, version, metric }: Vital) => `${remote}@${version} ${metric}`;

interface Reported {
  readonly db: Db;
  readonly now: number;
  /** The group of the network that the browser is in. */
  readonly networks: number;
  readonly vitals: readonly Vital[];
  /** Whether the value of `<remote>@<version> <metric>` counts: one browser must not report for many. */
  readonly admits: (name: string) => Promise<boolean>;
}

/** Counts what a page took: of each release and metric one value. */
export const storeVitals = async ({ db, now, networks, vitals, admits }: Reported): Promise<void> => {
  const first = new Map(vitals.toReversed().map((vital) => [nameOf(vital), vital]));
  const admitted = await Promise.all([...first].map(async ([name, vital]) => ((await admits(name)) ? [vital] : [])));
  const rows = admitted
    .flat()
    // In one order, so that two reports never wait for one another in a circle.
    .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
    .map(({ remote, version, metric, value }) => {
      const bucket = bucketOf(metric, value);
      const counts = [...Array.from({ length: bucket }, () => 0), 1];
      return { remote, version, metric, hour: hourOf(now), networks, counts };
    });
  if (rows.length === 0) return;
  const { counts } = releaseVitals;
  await db
    .insert(releaseVitals)
    .values(rows)
    .onConflictDoUpdate({
      target: [
        releaseVitals.remote,
        releaseVitals.hour,
        releaseVitals.version,
        releaseVitals.metric,
        releaseVitals.networks,
      ],
      set: {
        counts: sql`(select array_agg(coalesce(a, 0) + coalesce(b, 0) order by at)
          from unnest(${counts}, excluded.counts) with ordinality as both_counts(a, b, at))`,
      },
    });
};

/**
 * What pages took in the hours since an instant, the one that it is in included: of all releases, or by hour and group
 * of networks those of one remote.
 */
export const vitalsSince = async (db: Db, since: number, byHourOf?: string): Promise<VitalCounts[]> => {
  const { remote, version, metric, hour: at, networks, counts } = releaseVitals;
  const inTime = gte(at, hourOf(since));
  const buckets = db.$with('buckets').as(
    db
      .select({
        remote,
        version,
        metric,
        hour: sql<string | null>`${byHourOf === undefined ? sql`null::timestamptz` : at}`.as('hour'),
        networks: sql<number | null>`${byHourOf === undefined ? sql`null::smallint` : networks}`.as('networks'),
        bucket: sql<number>`bucket`.as('bucket'),
        count: sql<number>`sum(count)`.as('count'),
      })
      .from(releaseVitals)
      .innerJoin(sql`lateral unnest(${counts}) with ordinality as held(count, bucket)`, sql`count > 0`)
      .where(byHourOf === undefined ? inTime : and(inTime, eq(remote, byHourOf)))
      .groupBy(sql`1, 2, 3, 4, 5, 6`),
  );
  const rows = await db
    .with(buckets)
    .select({
      remote: buckets.remote,
      version: buckets.version,
      metric: buckets.metric,
      hour: buckets.hour,
      networks: buckets.networks,
      counts: sql<[number, number][]>`json_agg(json_build_array(bucket - 1, count) order by bucket)`,
    })
    .from(buckets)
    .groupBy(sql`1, 2, 3, 4, 5`)
    .orderBy(sql`1, 2, 3, 4, 5`);
  return rows.map(({ hour: began, networks: group, ...row }) => ({
    ...row,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `storeVitals` only
    metric: row.metric as VitalMetric,
    ...(began === null ? {} : { hour: new Date(began).toISOString() }),
    ...(group === null ? {} : { networks: group }),
  }));
};

export const vitalJobs = ({ db }: Database, now: () => number = Date.now): readonly Job[] => [
  {
    name: 'remove-release-vitals',
    every: 'day',
    run: async () => void (await db.delete(releaseVitals).where(lt(releaseVitals.hour, new Date(now() - longest)))),
  },
];
